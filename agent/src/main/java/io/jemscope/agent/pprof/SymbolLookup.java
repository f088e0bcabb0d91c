package io.jemscope.agent.pprof;

import io.jemscope.agent.aside.AsideDumps;
import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.rendering.Renderings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * {@code /pprof/symbol}: names for addresses, {@code 0xa+0xb} in the body or behind the question mark; a line for each that
 * has one, {@code 0xa<TAB>name}. Asked for nothing, it says that it has names.
 *
 * <p>jeprof asks for the address before the one in the dump, since that is a return address, and does so for the numbers
 * that stand for Java frames too. So each is looked up as what follows it.
 */
public final class SymbolLookup implements Handler {

    private final Renderings renderings;
    private final DumpStore dumps;
    private final AsideDumps aside;

    /**
     * Makes what answers.
     *
     * @param renderings knows the names
     * @param dumps writes the names of Java frames. A frame keeps its number as long as the process lives, so those of
     *     this moment do for every dump before
     */
    public SymbolLookup(Renderings renderings, DumpStore dumps) {
        this.renderings = renderings;
        this.dumps = dumps;
        this.aside = new AsideDumps(dumps);
    }

    @Override
    public Response answer(Request request) throws Problem {
        String asked = request.method().equals("POST")
                ? new String(request.body(), StandardCharsets.ISO_8859_1)
                : request.query();
        List<String> addresses = split(asked);
        if (addresses.isEmpty()) {
            return Response.text(200, "text/plain", "num_symbols: 1\n");
        }
        long[] returns = new long[addresses.size()];
        for (int i = 0; i < returns.length; i++) {
            long address = address(addresses.get(i));
            // This one is always the first of its stack, and asked for as it is.
            returns[i] = address == CallerMarks.MARK ? address : address + 1;
        }
        Dump names = aside.takeNames();
        return Response.later(renderings
                .names(returns, Optional.of(names.symbols()))
                .whenComplete((found, failure) -> dumps.removeAside(names))
                .thenApply(found -> Response.text(200, "text/plain", lines(addresses, returns, found))));
    }

    private static List<String> split(String asked) {
        List<String> addresses = new ArrayList<>();
        StringTokenizer words = new StringTokenizer(asked, "+ \r\n\t&");
        while (words.hasMoreTokens()) {
            addresses.add(words.nextToken());
        }
        return addresses;
    }

    private static long address(String text) throws Problem {
        String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
        try {
            return Long.parseUnsignedLong(digits, 16);
        } catch (NumberFormatException e) {
            throw new Problem(
                    400,
                    "The addresses can't be read",
                    "one of them is no hexadecimal number of 64 bits",
                    "Send addresses with a plus between them, such as 0x7f00deadbeef+0x7f00deadbef0.");
        }
    }

    private static String lines(List<String> addresses, long[] returns, Map<Long, String> found) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < returns.length; i++) {
            String name = found.get(returns[i]);
            if (name != null) {
                lines.append(addresses.get(i)).append('\t').append(name).append('\n');
            }
        }
        return lines.toString();
    }
}
