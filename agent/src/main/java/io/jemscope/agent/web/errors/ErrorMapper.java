package io.jemscope.agent.web.errors;

import io.jemscope.agent.dumps.FileFailure;
import io.jemscope.agent.profiling.ResetOutcome;
import io.jemscope.agent.profiling.SwitchOutcome;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import java.io.IOException;

/** Turns what the allocator and the file system refuse into answers. */
public final class ErrorMapper {

    private ErrorMapper() {}

    /**
     * What the allocator refuses, in its own words.
     *
     * @param e the refusal
     * @return 409 where the process is in no state for it, 507 where a file can't be written
     */
    public static ApiException of(AllocatorException e) {
        int status = switch (e.kind()) {
            case NO_ALLOCATOR, NOT_AVAILABLE, FILE_EXISTS, REFUSED -> 409;
            case FILE_NOT_WRITTEN -> 507;
        };
        return new ApiException(status, e.what(), e.why(), e.next());
    }

    /**
     * A dump's folder that can't be used.
     *
     * @param e what the file system, or the check of the folder, says
     */
    public static ApiException of(IOException e) {
        return new ApiException(
                507,
                "The dump's folder can't be used",
                FileFailure.reason(e),
                "Mend it, or start the program with another folder, by the agent's option folder.");
    }

    /**
     * A dump that came to nothing.
     *
     * @param e an {@link AllocatorException} or an {@link IOException}
     * @return the problem, as above; 500 where it is neither
     */
    public static ApiException ofDump(Exception e) {
        if (e instanceof AllocatorException refusal) {
            return of(refusal);
        }
        return e instanceof IOException failure ? of(failure) : ApiException.internal();
    }

    /**
     * Samples aren't thrown away, for a run needs them.
     *
     * @param refused what came of the reset
     * @return the problem, of status 409
     */
    public static ApiException of(ResetOutcome.RunIsOn refused) {
        long id = refused.run().id();
        return new ApiException(
                409,
                "No samples are thrown away",
                "run " + id + " is on, and needs them",
                "Stop the run by PATCH on /api/v1/runs/" + id
                        + " with {\"state\":\"finished\"}, or send \"force\":true as well: the run goes on without a baseline.");
    }

    /**
     * Sampling isn't switched, for a run needs it as it is.
     *
     * @param refused what came of the switch
     * @return the problem, of status 409
     */
    public static ApiException of(SwitchOutcome.RunIsOn refused) {
        long id = refused.run().id();
        return new ApiException(
                409,
                "Sampling isn't switched",
                "run " + id + " is on, and needs it as it is",
                "Stop the run by PATCH on /api/v1/runs/" + id
                        + " with {\"state\":\"finished\"}, or PUT {\"active\":…,\"force\":true} to /api/v1/profiling.");
    }
}
