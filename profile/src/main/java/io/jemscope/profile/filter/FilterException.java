package io.jemscope.profile.filter;

/** The caller's options for a filter are invalid. The message says what, why, and what to do. */
public final class FilterException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** What happened. */
    private final String what;

    /** Why, with the part where it was noticed. */
    private final String why;

    /** What to do next. */
    private final String next;

    FilterException(String what, String why, String next) {
        super(what + ": " + why + ". " + next + ".");
        this.what = what;
        this.why = why;
        this.next = next;
    }

    /**
     * What happened.
     *
     * @return a phrase such as "--focus 'a(' is not a valid pattern"
     */
    public String what() {
        return what;
    }

    /**
     * Why it happened.
     *
     * @return a phrase, with the part of the pattern where it was noticed
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
