package io.jemscope.agent.http;

import java.io.IOException;

/** Answers requests; may be called by several threads at once. */
@FunctionalInterface
public interface Handler {

    /**
     * Answers a request.
     *
     * @param request the request
     * @return the answer
     * @throws Problem where it can't be answered as asked
     * @throws IOException where it can't be answered by a fault of ours
     */
    Response answer(Request request) throws Problem, IOException;
}
