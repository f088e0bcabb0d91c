package io.jemscope.profile.filter;

import io.jemscope.profile.Printable;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as pprof's users write them. pprof has Go's syntax (RE2), Java's is nearly the same; where Java would
 * silently read something else, the pattern is put into Java's terms: classes such as {@code [[:digit:]]} and groups
 * such as {@code (?P<name>…)}.
 */
public final class FilterPattern {

    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("alnum", "\\p{Alnum}"),
            Map.entry("alpha", "\\p{Alpha}"),
            Map.entry("ascii", "\\p{ASCII}"),
            Map.entry("blank", "\\p{Blank}"),
            Map.entry("cntrl", "\\p{Cntrl}"),
            Map.entry("digit", "\\p{Digit}"),
            Map.entry("graph", "\\p{Graph}"),
            Map.entry("lower", "\\p{Lower}"),
            Map.entry("print", "\\p{Print}"),
            Map.entry("punct", "\\p{Punct}"),
            Map.entry("space", "\\s"),
            Map.entry("upper", "\\p{Upper}"),
            Map.entry("word", "\\w"),
            Map.entry("xdigit", "\\p{XDigit}"));

    private static final int LONGEST_QUOTED = 100;

    private FilterPattern() {}

    /**
     * Makes a pattern.
     *
     * @param option the option it was given to, without dashes, for the message: {@code focus}, say
     * @param text the pattern's text; found anywhere in a name unless it has anchors
     * @return the pattern
     * @throws FilterException where the text is no pattern, with the position
     */
    public static Pattern compile(String option, String text) {
        try {
            // Only '\n' ends a line in Go's syntax.
            return Pattern.compile(inJavasTerms(text), Pattern.UNIX_LINES);
        } catch (PatternSyntaxException e) {
            String at = e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1);
            throw unusable(option, text, e.getDescription() + at, e);
        } catch (StackOverflowError e) {
            throw unusable(option, text, "it nests too deep", e);
        }
    }

    private static FilterException unusable(String option, String text, String why, Throwable cause) {
        FilterException failure = new FilterException(
                "--" + option + " '" + printable(text) + "' is no pattern",
                printable(why),
                "Mend the regular expression; put a backslash before characters that stand for themselves, as in"
                        + " 'operator\\(\\)'");
        failure.initCause(cause);
        return failure;
    }

    private static String inJavasTerms(String text) {
        if (!text.contains("[:") && !text.contains("(?P<")) {
            return text;
        }
        StringBuilder java = new StringBuilder(text.length() + 16);
        boolean inClass = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\' && i + 1 < text.length()) {
                java.append(character).append(text.charAt(++i));
            } else if (inClass && character == '[') {
                String named = namedClass(text, i);
                java.append(named == null ? "\\[" : named);
                i = named == null ? i : text.indexOf(":]", i) + 1;
            } else if (!inClass && text.startsWith("(?P<", i)) {
                java.append("(?<");
                i += 3;
            } else {
                inClass = inClass ? character != ']' : character == '[';
                java.append(character);
            }
        }
        return java.toString();
    }

    /** The class such as {@code [:^digit:]} at a position, in Java's terms; null where none stands there. */
    private static @Nullable String namedClass(String text, int at) {
        int end = text.indexOf(":]", at);
        if (!text.startsWith("[:", at) || end < 0) {
            return null;
        }
        String name = text.substring(at + 2, end);
        boolean negated = name.startsWith("^");
        String java = CLASSES.get(negated ? name.substring(1) : name);
        return java == null || !negated ? java : "[^" + java + "]";
    }

    /** A text for a message, which is short; what would steer a terminal becomes a question mark. */
    static String printable(String text) {
        String plain = Printable.of(text);
        return plain.length() > LONGEST_QUOTED ? plain.substring(0, LONGEST_QUOTED) + "…" : plain;
    }
}
