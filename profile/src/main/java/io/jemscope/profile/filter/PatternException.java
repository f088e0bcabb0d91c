package io.jemscope.profile.filter;

import org.jspecify.annotations.Nullable;

/** A text is not a valid pattern. The message says why. */
public final class PatternException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String why;

    /** What to do next. */
    private final String next;

    PatternException(String why, String next) {
        super(why);
        this.why = why;
        this.next = next;
    }

    private PatternException(String why, String next, @Nullable Throwable cause) {
        super(why, cause);
        this.why = why;
        this.next = next;
    }

    /** A syntax error. */
    static PatternException ofSyntax(String why, @Nullable Throwable cause) {
        return new PatternException(
                why,
                "Correct the regular expression, in Go's syntax; put a backslash before special characters that stand for"
                        + " themselves, as in 'operator\\(\\)'",
                cause);
    }

    /**
     * Why the text is not a valid pattern.
     *
     * @return a phrase with the wrong part of the pattern, which may have any characters
     */
    public String why() {
        return why;
    }

    /**
     * What to do next.
     *
     * @return a sentence without its full stop
     */
    public String next() {
        return next;
    }
}
