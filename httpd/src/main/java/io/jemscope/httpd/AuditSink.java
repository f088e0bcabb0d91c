package io.jemscope.httpd;

/** Receives every request that could have changed something, with its outcome. */
public interface AuditSink {

    /**
     * Takes note. Called by any thread; neither waits nor throws.
     *
     * @param caller who asked
     * @param what the method, the address and the body's beginning, as they were sent
     * @param status what it was answered with
     */
    void changed(Principal caller, String what, int status);

    /** An address sends one wrong token after the other. Called by any thread; neither waits nor throws. */
    default void failedLogins(String address) {}
}
