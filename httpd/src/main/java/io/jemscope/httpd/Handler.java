package io.jemscope.httpd;

/** Answers requests; may be called by several threads at once. */
@FunctionalInterface
public interface Handler {

    /**
     * Refuses what needn't wait to be refused. Called once before {@link #answer}, and before the request has to wait for its
     * turn where its route has it do so; so this is the place for rate limits.
     *
     * @throws ApiException where it isn't answered
     */
    default void check(Request request) throws ApiException {}

    /**
     * Answers a request.
     *
     * @throws ApiException where it can't be answered as asked
     * @throws Exception what the router's translation makes an answer of; without one, of status 500
     */
    Response answer(Request request) throws Exception;
}
