package io.jemscope.agent.mesos;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.util.concurrent.CompletionException;

/**
 * Tells problems as Mesos does: a line of text, and 400 for all but faults of our own. That something was asked for too
 * often, which Mesos doesn't know, is told as everywhere else.
 */
final class PlainProblems implements Handler {

    private static final int TOO_OFTEN = 429;

    private final Handler handler;

    PlainProblems(Handler handler) {
        this.handler = handler;
    }

    @Override
    public void check(Request request) throws Problem {
        handler.check(request);
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        try {
            return handler.answer(request);
        } catch (Problem e) {
            if (e.status() == TOO_OFTEN) {
                throw e;
            }
            return of(e);
        }
    }

    /** The answer to what a stage has failed of. */
    static Response of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return of(cause instanceof Problem problem ? problem : Problem.internal());
    }

    private static Response of(Problem problem) {
        return text(problem.status() == 500 ? 500 : 400, problem.what() + ": " + problem.why() + ". " + problem.next());
    }

    /** A line of text. */
    static Response text(int status, String line) {
        return Response.text(status, "text/plain; charset=utf-8", line + "\n");
    }
}
