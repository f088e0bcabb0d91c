package io.jemscope.httpd;

/** Decides who is let in, before a byte of the body is taken. */
@FunctionalInterface
public interface Authenticator {

    /**
     * Checks a request. Permissions are checked later, by the route.
     *
     * @param head the request without its body
     * @param peer where it comes from
     * @return the caller
     * @throws ApiException where it isn't let in
     */
    Principal admit(RequestHead head, Peer peer) throws ApiException;
}
