package io.jemscope.agent.web.compat.mesos;

import io.jemscope.agent.web.api.ErrorMapper;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.util.concurrent.CompletionException;

/**
 * Tells problems as Mesos does: a line of text, and 400 for all but faults of our own. A rate limit,
 * which Mesos doesn't know, is answered as everywhere else.
 */
record PlainProblems(Handler handler) implements Handler {

    private static final int TOO_OFTEN = 429;

    @Override
    public void check(Request request) throws ApiException {
        handler.check(request);
    }

    @Override
    public Response answer(Request request) throws Exception {
        try {
            return handler.answer(request);
        } catch (Exception e) {
            ApiException problem = ErrorMapper.of(e);
            if (problem.status() == TOO_OFTEN) {
                throw problem;
            }
            return of(problem);
        }
    }

    /** The answer to what a stage has failed of. */
    static Response of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return of(ErrorMapper.of(cause));
    }

    private static Response of(ApiException problem) {
        return text(problem.status() == 500 ? 500 : 400, problem.what() + ": " + problem.why() + ". " + problem.next());
    }

    /** A line of text. */
    static Response text(int status, String line) {
        return Response.text(status, "text/plain; charset=utf-8", line + "\n");
    }
}
