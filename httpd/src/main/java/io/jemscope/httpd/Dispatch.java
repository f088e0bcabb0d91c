package io.jemscope.httpd;

/** When a route answers. */
public enum Dispatch {
    /** At once, by the worker that has the request: what never waits for a dump, and doesn't make one. */
    AT_ONCE,
    /** In its turn ({@link SerialQueue}), without a worker meanwhile. */
    IN_TURN,
    /** The same; but of those who may only read one at a time waits. For what makes a dump, so that they don't have one follow the other. */
    IN_TURN_ALONE
}
