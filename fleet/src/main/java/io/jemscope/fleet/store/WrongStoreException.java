package io.jemscope.fleet.store;

import java.io.IOException;

/** The store is reachable but isn't the one that {@code --store} describes; retrying doesn't help. */
public final class WrongStoreException extends IOException {

    private static final long serialVersionUID = 1L;

    public WrongStoreException(String why) {
        super(why);
    }
}
