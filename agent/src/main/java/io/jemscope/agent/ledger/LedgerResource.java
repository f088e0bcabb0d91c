package io.jemscope.agent.ledger;

import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.allocator.Allocator;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/memory}: where the process's resident memory lies. One at a time, so that of the two workers one is left
 * for other callers. While the kernel counts the pages of a mapping, the program can't map memory nor start a thread; of a
 * large process that is done only where the caller says that he knows.
 */
public final class LedgerResource implements Handler {

    /** To count the pages of a GiB takes the kernel some 40 ms, less where they are huge. */
    private static final long LARGE_BYTES = 4L << 30;

    private final Allocator allocator;
    private final DumpStore dumps;
    private final AtomicBoolean reading = new AtomicBoolean();

    /** Made when it is first asked for; guarded by {@link #reading}. */
    private @Nullable LedgerReader reader;

    /**
     * Makes what answers.
     *
     * @param allocator the program's
     * @param dumps the dumps that are kept
     */
    public LedgerResource(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.dumps = dumps;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters("large");
        if (!isLargeAllowed(request)) {
            checkSize(ProcessStatus.own().residentBytes());
        }
        if (!reading.compareAndSet(false, true)) {
            throw new Problem(
                            503,
                            "The memory isn't read now",
                            "it is being read for somebody else",
                            "Ask again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        try {
            LedgerReader known = reader;
            if (known == null) {
                known = new LedgerReader(allocator, dumps);
                reader = known;
            }
            return Response.json(200, LedgerText.of(known.read()));
        } finally {
            reading.set(false);
        }
    }

    private static boolean isLargeAllowed(Request request) throws Problem {
        String large = request.parameter("large").orElse("false");
        if (!large.equals("true") && !large.equals("false")) {
            throw new Problem(
                    400,
                    "The parameter 'large' can't be read",
                    "it is true or false",
                    "Send large=true, or leave it out.");
        }
        return large.equals("true");
    }

    static void checkSize(long residentBytes) throws Problem {
        if (residentBytes >= LARGE_BYTES) {
            throw new Problem(
                    409,
                    "The memory isn't read without your word",
                    "the process has " + (residentBytes >> 20)
                            + " MiB resident, and while the kernel counts the pages of a"
                            + " mapping, some 40 ms for each GiB of it, the program can't start threads or map memory",
                    "Where it may be held up for so long: GET /api/v1/memory?large=true.");
        }
    }
}
