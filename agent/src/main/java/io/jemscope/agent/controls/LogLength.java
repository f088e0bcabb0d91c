package io.jemscope.agent.controls;

import io.jemscope.agent.http.Problem;
import java.time.Duration;
import java.util.Optional;

/** How long a log of allocations goes on: minutes, since all of it is in the program's memory until then. */
final class LogLength {

    private static final long USUAL_SECONDS = 600;
    private static final long MOST_SECONDS = 3_600;

    private LogLength() {}

    /** As long as somebody wishes, or as is usual. */
    static Duration of(Optional<Long> seconds) throws Problem {
        if (seconds.isPresent() && (seconds.get() < 1 || seconds.get() > MOST_SECONDS)) {
            throw new Problem(
                    400,
                    "No log is begun",
                    "a log goes on for 1 to " + MOST_SECONDS + " seconds",
                    "Send {\"active\":true,\"seconds\":" + USUAL_SECONDS
                            + "}; once it has ended, another one can be begun.");
        }
        return Duration.ofSeconds(seconds.isPresent() ? seconds.get() : USUAL_SECONDS);
    }
}
