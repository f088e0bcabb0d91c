package io.jemscope.agent;

import io.jemscope.agent.http.Problem;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;

/** Turns what the allocator and the file system refuse into answers. */
final class Refusals {

    private Refusals() {}

    /** The allocator's own words; 409 where the process is in no state for it, 507 where a file can't be written. */
    static Problem of(AllocatorException e) {
        int status = switch (e.kind()) {
            case NO_ALLOCATOR, NOT_AVAILABLE, FILE_EXISTS, REFUSED -> 409;
            case FILE_NOT_WRITTEN -> 507;
        };
        return new Problem(status, e.what(), e.why(), e.next());
    }

    /** A dump's folder can't be used. */
    static Problem of(IOException e) {
        String message = e instanceof SetupException ? String.valueOf(e.getMessage()) : e.toString();
        return new Problem(
                507,
                "The dump's folder can't be used",
                message,
                "Start the program with another folder, by the agent's option folder.");
    }
}
