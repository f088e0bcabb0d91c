package io.jemscope.agent.mesos;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.util.concurrent.CompletionException;

/** Tells problems as Mesos does: a line of text, and 400 for all but faults of our own. */
final class PlainProblems implements Handler {

    private final Handler handler;

    PlainProblems(Handler handler) {
        this.handler = handler;
    }

    @Override
    public Response answer(Request request) throws IOException {
        try {
            return handler.answer(request);
        } catch (Problem e) {
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
