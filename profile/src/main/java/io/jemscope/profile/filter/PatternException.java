package io.jemscope.profile.filter;

import org.jspecify.annotations.Nullable;

/** A text is no pattern. The message says why. */
public final class PatternException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Why it is none. */
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

    /** Where the syntax isn't kept. */
    static PatternException ofSyntax(String why, @Nullable Throwable cause) {
        return new PatternException(
                why,
                "Mend the regular expression, which is of Go's syntax; put a backslash before characters that stand for"
                        + " themselves, as in 'operator\\(\\)'",
                cause);
    }

    /**
     * Why it is none.
     *
     * @return a phrase, with the part where it was noticed; anything may stand in that
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
