package io.jemscope.agent.web.compat;

import io.jemscope.agent.dumps.DumpLock;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.SerialQueue;
import java.io.IOException;
import java.util.Optional;

/**
 * Answers at once, or in its turn where a dump is being made: what it answers with would wait for the dump, and hold one of the
 * server's workers until then. In a turn while there is no dump, it would keep operators' changes waiting for nothing.
 */
public final class WhenNoDump implements Handler {

    private final DumpLock between;
    private final SerialQueue serialQueue;
    private final Handler handler;

    /**
     * Makes the handler.
     *
     * @param dumps knows when a dump is made
     * @param serialQueue where it waits for that
     * @param handler what answers
     */
    public WhenNoDump(DumpStore dumps, SerialQueue serialQueue, Handler handler) {
        this.between = dumps.between();
        this.serialQueue = serialQueue;
        this.handler = handler;
    }

    @Override
    public void check(Request request) throws ApiException {
        handler.check(request);
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        Optional<Response> answer = between.now(new DumpLock.Reading<Response, ApiException, IOException>() {
            @Override
            public Response read() throws ApiException, IOException {
                return handler.answer(request);
            }
        });
        return answer.isPresent() ? answer.get() : serialQueue.answer(request, handler);
    }
}
