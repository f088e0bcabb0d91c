package io.jemscope.agent.http;

/** Decides who is let in, before a byte of the body is taken. */
@FunctionalInterface
public interface Guard {

    /**
     * Checks a request. What the caller may do is checked later, once it is known what he wants.
     *
     * @param head the request without its body
     * @param peer where it comes from
     * @return who asks
     * @throws Problem where it isn't let in
     */
    Caller admit(RequestHead head, Peer peer) throws Problem;
}
