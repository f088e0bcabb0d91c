package io.jemscope.agent.http;

/** Decides who is let in, before a byte of the body is taken. */
@FunctionalInterface
public interface Guard {

    /**
     * Checks a request.
     *
     * @param head the request without its body
     * @throws Problem where it isn't let in
     */
    void check(RequestHead head) throws Problem;
}
