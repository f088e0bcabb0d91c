package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.FileFailure;
import io.jemscope.agent.jemalloc.ControlException;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import java.io.IOException;
import java.util.function.Function;

/** Translates what the allocator, the file system and the profiler refuse into answers. Handlers throw it as it is. */
public final class ErrorMapper implements Function<Exception, ApiException> {

    @Override
    public ApiException apply(Exception e) {
        return of(e);
    }

    /**
     * The answer to a failure.
     *
     * @return 409 if the process is in no state for it, 507 if a dump's folder or file can't be written, 500 for a fault of ours
     */
    public static ApiException of(Throwable e) {
        if (e instanceof ApiException problem) {
            return problem;
        }
        if (e instanceof AllocatorException refusal) {
            return of(refusal);
        }
        if (e instanceof RunIsOnException refusal) {
            return of(refusal);
        }
        if (e instanceof ControlException refusal) {
            return new ApiException(
                    refusal.isAbsent() ? 409 : 400, "Nothing is changed", refusal.why(), refusal.next());
        }
        return e instanceof IOException failure ? of(failure) : ApiException.internal();
    }

    private static ApiException of(AllocatorException e) {
        int status = switch (e.kind()) {
            case NO_ALLOCATOR, NOT_AVAILABLE, FILE_EXISTS, REFUSED -> 409;
            case FILE_NOT_WRITTEN -> 507;
        };
        return new ApiException(status, e.what(), e.why(), e.next());
    }

    private static ApiException of(IOException e) {
        return new ApiException(
                507,
                "The dump's folder can't be used",
                FileFailure.reason(e),
                "Repair it, or start the program with another folder, by the agent's option folder.");
    }

    private static ApiException of(RunIsOnException e) {
        long id = e.run().id();
        return new ApiException(
                409,
                "Sampling isn't switched",
                "run " + id + " is on, and needs it as it is",
                "Stop the run by PATCH on /api/v1/runs/" + id
                        + " with {\"state\":\"finished\"}, or PUT {\"active\":…,\"force\":true} to /api/v1/profiling.");
    }
}
