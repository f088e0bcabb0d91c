package io.jemscope.agent.web.compat;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.SerialQueue;

/**
 * Answers at once, or in its turn while a dump is made: the handler would wait for the dump, and hold one of the server's workers
 * until then. In a turn while there is no dump, it would keep operators' changes waiting for nothing.
 *
 * @param dumps knows when a dump is made
 * @param serialQueue where it waits for that
 * @param handler what answers
 */
public record WhenNoDump(DumpStore dumps, SerialQueue serialQueue, Handler handler) implements Handler {

    @Override
    public void check(Request request) throws ApiException {
        handler.check(request);
    }

    @Override
    public Response answer(Request request) throws Exception {
        if (!dumps.between().tryLock()) {
            return serialQueue.answer(request, handler);
        }
        try {
            return handler.answer(request);
        } finally {
            dumps.between().unlock();
        }
    }
}
