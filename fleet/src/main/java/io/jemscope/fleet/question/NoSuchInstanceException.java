package io.jemscope.fleet.question;

/** The store has no instance for a question. */
public final class NoSuchInstanceException extends Exception {

    private static final long serialVersionUID = 1;

    private final String what;
    private final String why;

    NoSuchInstanceException(String what, String why) {
        super(what + ": " + why);
        this.what = what;
        this.why = why;
    }

    /** What the store doesn't have: a sentence without its end. */
    public String what() {
        return what;
    }

    /** What the question looked for: a sentence without its end. */
    public String why() {
        return why;
    }
}
