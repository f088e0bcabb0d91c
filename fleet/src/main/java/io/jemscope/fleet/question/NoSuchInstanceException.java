package io.jemscope.fleet.question;

import io.jemscope.profile.Printable;

/** The store has no instance for a question. */
public final class NoSuchInstanceException extends Exception {

    private static final long serialVersionUID = 1;

    private final String what;
    private final String why;

    /** Makes it of texts that may have names from other machines in them. */
    NoSuchInstanceException(String what, String why) {
        super(Printable.of(what + ": " + why));
        this.what = Printable.of(what);
        this.why = Printable.of(why);
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
