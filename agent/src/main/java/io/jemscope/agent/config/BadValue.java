package io.jemscope.agent.config;

/** A setting's value can't be used; the message says why, as half a sentence. */
final class BadValue extends Exception {

    private static final long serialVersionUID = 1;

    BadValue(String why) {
        super(why);
    }
}
