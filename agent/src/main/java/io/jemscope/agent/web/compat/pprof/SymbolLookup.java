package io.jemscope.agent.web.compat.pprof;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * {@code /pprof/symbol}: names for addresses, {@code 0xa+0xb} in the body or behind the question mark; a line for each that
 * has one, {@code 0xa<TAB>name}. Asked for nothing, it says that it has names.
 *
 * <p>jeprof asks for the address before the one in the dump, since that is a return address, and does so for the numbers
 * that stand for Java frames too. So each is looked up as what follows it.
 *
 * @param renderings knows the names
 * @param dumps writes the names of Java frames. A frame keeps its number as long as the process lives, so today's names fit every
 *     earlier dump
 */
record SymbolLookup(Renderings renderings, DumpStore dumps) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        String asked = request.method().equals("POST")
                ? new String(request.body(), StandardCharsets.ISO_8859_1)
                : request.query();
        AskedAddresses addresses = AskedAddresses.of(asked);
        if (addresses.isEmpty()) {
            return Response.text(200, "text/plain", "num_symbols: 1\n");
        }
        Dump names = dumps.writeNamesAside();
        return Response.later(renderings
                .names(
                        addresses.returns(),
                        Optional.of(names.symbols()),
                        request.caller().access())
                .whenComplete((found, failure) -> dumps.removeAside(names))
                .thenApply(found -> Response.text(200, "text/plain", addresses.lines(found))));
    }
}
