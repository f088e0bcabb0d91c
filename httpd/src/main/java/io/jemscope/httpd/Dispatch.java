package io.jemscope.httpd;

/** When a route answers. */
public enum Dispatch {
    /** At once, by the worker that has the request: for what takes little time. */
    AT_ONCE,
    /** In its turn ({@link SerialQueue}), without a worker meanwhile. */
    IN_TURN,
    /** The same, but only one reader at a time waits for the same path, so that readers don't keep the queue busy. */
    IN_TURN_ALONE
}
