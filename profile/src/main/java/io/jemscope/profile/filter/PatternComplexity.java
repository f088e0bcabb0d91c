package io.jemscope.profile.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a text can become at most where RE2/J takes it for a pattern, told before it does, for that has no bounds of its own: a
 * repetition by number is written out, so {@code (a{1000}){1000}} takes all of the heap; what is nested is gone down by
 * recursion; and with {@code (?i)} it turns in circles for ever at some characters whose case newer Unicode tables know
 * more of than its own (U+1C80 to U+1C88 on JDK 17 and 25).
 *
 * <p>Nothing of the syntax is read, so that no text can be read in another way here than there. Characters are counted
 * wherever they stand, in brackets and quotes too, and what could only add up is multiplied:
 *
 * <ul>
 *   <li>A character becomes two instructions at most: {@code ()} becomes three, and so does {@code |} with nothing around it.
 *   <li>A repetition by number has nothing in front that could be more than one instruction, unless that is
 *       the end of a group, of flags or of quoted text, as in {@code a{9}(?s){9}}. Then everything is taken as often as it says,
 *       as if all of these stood within each other.
 *   <li>A bracket is four levels deep at most, with what repeats it. Each time that something may be made or not is two more, since
 *       {@code x{0,3}} becomes {@code (x(x(x)?)?)?}; outside of groups only one such repetition can be met on the way down.
 * </ul>
 *
 * @param instructions how many it becomes at most
 * @param depth how far it is gone down at most; what alternatives begin with alike, which is taken out in front of them, adds
 *     twice the root of two times the text's length
 * @param unicodeClasses how many there may be such as {@code \pL}, each of hundreds of ranges
 * @param repeats whether something may be repeated by number
 * @param ignoresCase whether the case of letters may be ignored
 * @param beyondAscii whether there may be characters beyond ASCII in it, or such as are written by their number
 */
record PatternComplexity(
        long instructions, long depth, int unicodeClasses, boolean repeats, boolean ignoresCase, boolean beyondAscii) {

    /** RE2/J has none above 1,000, and none with a zero in front, which does no harm here. */
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

    /** A number as far as it matters. */
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
