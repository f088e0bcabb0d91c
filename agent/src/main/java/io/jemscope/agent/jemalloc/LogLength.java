package io.jemscope.agent.jemalloc;

import io.jemscope.httpd.ApiException;
import java.time.Duration;
import java.util.Optional;

/** How long a log of allocations goes on: minutes, since all of it is in the program's memory until then. */
public final class LogLength {

    private static final long USUAL_SECONDS = 600;
    private static final long MOST_SECONDS = 3_600;

    private LogLength() {}

    /** As long as somebody wishes, or as is usual. */
    public static Duration of(Optional<Long> seconds) throws ApiException {
        if (seconds.isPresent() && (seconds.get() < 1 || seconds.get() > MOST_SECONDS)) {
            throw new ApiException(
                    400,
                    "No log is begun",
                    "a log goes on for 1 to " + MOST_SECONDS + " seconds",
                    "Send {\"active\":true,\"seconds\":" + USUAL_SECONDS
                            + "}; once it has ended, another one can be begun.");
        }
        return Duration.ofSeconds(seconds.isPresent() ? seconds.get() : USUAL_SECONDS);
    }
}
