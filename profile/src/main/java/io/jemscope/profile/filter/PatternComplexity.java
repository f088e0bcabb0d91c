package io.jemscope.profile.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An upper bound of a pattern's size, computed before RE2/J compiles it, because RE2/J has no bounds: it writes repetitions
 * by number out, so {@code (a{1000}){1000}} takes the whole heap; it recurses into nested parts; and with {@code (?i)} it
 * loops forever at characters whose case differs between its own and newer Unicode tables (U+1C80 to U+1C88 on JDK 17 and
 * 25).
 *
 * <p>The bound ignores the syntax, so that it can't read a text differently from RE2/J. It counts characters everywhere, in
 * brackets and quotes too, and multiplies where sizes may only add up:
 *
 * <ul>
 *   <li>A character becomes at most two instructions, and three more cover {@code ()} and a lone {@code |}.
 *   <li>A repetition by number repeats at most one instruction, unless it follows the end of a group, of flags or of quoted
 *       text, as in {@code a{9}(?s){9}}. Then it repeats everything, as if all such repetitions were nested.
 *   <li>A bracket is at most four levels deep, with its repetition. An optional part adds two levels, because {@code x{0,3}}
 *       becomes {@code (x(x(x)?)?)?}. Outside of groups only one such repetition is on the way down.
 * </ul>
 *
 * @param instructions the largest number of instructions
 * @param depth the largest depth; common beginnings of alternatives, which RE2/J factors out, add twice the root of two
 *     times the text's length
 * @param unicodeClasses the largest number of classes such as {@code \pL}, each of hundreds of ranges
 * @param repeats whether it may have repetitions by number
 * @param ignoresCase whether it may ignore the case of letters
 * @param beyondAscii whether it may have characters beyond ASCII, or characters written by number
 */
record PatternComplexity(
        long instructions, long depth, int unicodeClasses, boolean repeats, boolean ignoresCase, boolean beyondAscii) {

    /** RE2/J accepts no more than 1,000, and no leading zero, which is harmless here. */
    private static final Pattern REPETITION = Pattern.compile("\\{([0-9]+)(,([0-9]*))?\\}");

    private static final int MOST_TIMES = 1_000;

    private static final Pattern IGNORED_CASE = Pattern.compile("\\(\\?[imsU-]*i");

    private static final Pattern BEYOND_ASCII = Pattern.compile("[^\\x00-\\x7f]|\\\\[0-9x]");

    private static final Pattern UNICODE_CLASS = Pattern.compile("\\\\[pP]");

    /** No figure grows beyond this. */
    private static final long CEILING = 1L << 40;

    static PatternComplexity of(String text) {
        long simple = 2L * text.length() + 3;
        long factor = 1;
        long deepest = 0;
        long deep = 4L * (1 + count(text, "(") + count(text, "\\E"));
        boolean repeats = false;
        Matcher repetition = REPETITION.matcher(text);
        while (repetition.find()) {
            int least = number(repetition.group(1));
            boolean isOpen = repetition.group(2) != null && repetition.group(3).isEmpty();
            int most = isOpen ? least + 1 : repetition.group(2) == null ? least : number(repetition.group(3));
            if (most > MOST_TIMES + 1 || least > most) {
                continue;
            }
            repeats = true;
            long levels = 2L * (most - least) + 1;
            if (canRepeatMuch(text, repetition.start())) {
                factor = Math.min(CEILING, factor * Math.max(1, most));
                deep += levels;
            } else {
                simple += 2L * most;
                deepest = Math.max(deepest, levels);
            }
        }
        return new PatternComplexity(
                Math.min(CEILING, simple) > CEILING / factor ? CEILING : simple * factor,
                deep + deepest,
                count(text, UNICODE_CLASS),
                repeats,
                IGNORED_CASE.matcher(text).find(),
                BEYOND_ASCII.matcher(text).find());
    }

    private static boolean canRepeatMuch(String text, int at) {
        return text.startsWith(")", at - 1) || text.startsWith("\\E", at - 2);
    }

    /** The number; any number above {@link #MOST_TIMES} stands for all such. */
    private static int number(String digits) {
        int number = 0;
        for (int i = 0; i < digits.length() && number <= MOST_TIMES; i++) {
            number = 10 * number + digits.charAt(i) - '0';
        }
        return number;
    }

    private static int count(String text, String wanted) {
        return count(text, Pattern.compile(wanted, Pattern.LITERAL));
    }

    private static int count(String text, Pattern wanted) {
        Matcher matcher = wanted.matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }
}
