package io.jemscope.fleet.store;

import java.io.IOException;

/** A store that can be reached and must not be used as it is named, which waiting doesn't change. */
public final class WrongStoreException extends IOException {

    private static final long serialVersionUID = 1L;

    public WrongStoreException(String why) {
        super(why);
    }
}
