package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.rss.LedgerReader;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.agent.rss.Sums;
import io.jemscope.allocator.Allocator;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * {@code GET /api/v1/memory}: where the process's resident memory lies. While the kernel counts the pages of some mappings,
 * the program can't map memory nor start a thread; of a large process that is done only where an operator says so.
 */
final class LedgerResource implements Handler {

    private final Allocator allocator;
    private final DumpStore dumps;
    private final RoleRateLimiter limiter;
    private final ThreadFactory threads;

    /** Readers and operators have one each, so that an operator never waits for a reader's reading to end. Made when first used. */
    private final Map<Role, LedgerTurns> turns = new EnumMap<>(Role.class);

    /**
     * Makes what answers.
     *
     * @param allocator the program's
     * @param dumps the dumps that are kept
     * @param limiter how often it is read
     * @param threads makes threads for questions that may never be answered; they must be daemons
     */
    public LedgerResource(Allocator allocator, DumpStore dumps, RoleRateLimiter limiter, ThreadFactory threads) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.limiter = limiter;
        this.threads = threads;
    }

    @Override
    public Response answer(Request request) throws ApiException {
        request.allowParameters("large");
        JsonText json = new JsonText();
        try {
            write(request, json);
        } catch (IOException e) {
            // The kernel's files can't be read. A handler's IOException would be a dump's folder that can't be used.
            throw ApiException.internal();
        }
        return Response.json(200, json);
    }

    private void write(Request request, JsonWriter json) throws ApiException, IOException {
        if (request.flag("large", false)) {
            // It holds the program up, which only an operator may decide.
            request.requireOperator();
        } else {
            checkSize(ProcessStatus.own());
        }
        turns(request.caller().access()).write(request.caller(), json);
    }

    private synchronized LedgerTurns turns(Role access) {
        LedgerTurns known = turns.get(access);
        if (known == null) {
            known = new LedgerTurns(new LedgerReader(allocator, dumps, threads)::write, limiter);
            turns.put(access, known);
        }
        return known;
    }

    static void checkSize(ProcessStatus status) throws ApiException {
        if (status.isLarge()) {
            long bytes = Sums.plus(status.residentBytes(), status.swappedBytes());
            throw new ApiException(
                    409,
                    "A process this large is read only with large=true",
                    "it has " + (bytes >> 20)
                            + " MiB resident or swapped out, and while the kernel counts the pages of a few"
                            + " mappings, some 40 ms for each GiB, the program can't start threads or map memory",
                    "Where it may be held up for so long: GET /api/v1/memory?large=true, with the operating token.");
        }
    }
}
