package io.jemscope.profile;

import java.io.IOException;

/** A file isn't what it claims to be, or is damaged. The message says what happened, why, and what to do next. */
public final class FormatException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What happened. */
    private final String what;

    /** Why, with the line or the byte where it was noticed. */
    private final String why;

    /** What to do next. */
    private final String next;

    /**
     * Makes an exception.
     *
     * @param what what happened, without a full stop
     * @param why why, with the line or the byte where it was noticed, without a full stop
     * @param next what to do next, without a full stop
     */
    public FormatException(String what, String why, String next) {
        super(Printable.of(what + ": " + why + ". " + next + "."));
        this.what = Printable.of(what);
        this.why = Printable.of(why);
        this.next = Printable.of(next);
    }

    /**
     * What happened.
     *
     * @return a phrase such as "The heap dump can't be read"
     */
    public String what() {
        return what;
    }

    /**
     * Why it happened.
     *
     * @return a phrase that names the line or the byte where it was noticed
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
