package io.jemscope.profile.filter;

import io.jemscope.profile.Printable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions as pprof's users write them. pprof has Go's syntax (RE2), Java's is nearly the same; where Java would
 * silently read something else, or refuse what Go reads, the pattern is put into Java's terms ({@link JavaTerms}).
 */
public final class FilterPattern {

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
            return Pattern.compile(JavaTerms.of(text), Pattern.UNIX_LINES);
        } catch (PatternSyntaxException e) {
            // A position in another text than the user's would mislead.
            boolean tellsPlace = e.getIndex() >= 0 && e.getPattern().equals(text);
            String at = tellsPlace ? " at character " + (e.getIndex() + 1) : "";
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

    /** A text for a message, which is short; what would steer a terminal becomes a question mark. */
    static String printable(String text) {
        String plain = Printable.of(text);
        return plain.length() > LONGEST_QUOTED ? plain.substring(0, LONGEST_QUOTED) + "…" : plain;
    }
}
