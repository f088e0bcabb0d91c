package io.jemscope.agent.web.compat.pprof;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.web.api.Components;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Dispatch;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.RouteGroup;
import io.jemscope.httpd.Router;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What Go's pprof, jeprof and collectors of profiles ask for. */
public record PprofRoutes(Components parts) implements RouteGroup {

    @Override
    public void addTo(Router router) {
        DumpStore dumps = parts.dumps();
        SymbolLookup symbols = new SymbolLookup(parts.renderings(), dumps);
        ProfileDownload heap = new ProfileDownload(dumps, parts.renderings(), parts.limiter(), ViewFormat.PPROF);
        ProfileDownload allocs =
                new ProfileDownload(dumps, parts.renderings(), parts.limiter(), ViewFormat.PPROF_ALLOCS);
        RawDownload raw = new RawDownload(dumps, parts.hook(), parts.limiter());
        router.add("GET", "/debug/pprof/heap", Role.READ, Dispatch.IN_TURN_ALONE, heap)
                .add("GET", "/debug/pprof/allocs", Role.READ, Dispatch.IN_TURN_ALONE, allocs)
                .add("GET", "/debug/pprof/cmdline", new CommandLine())
                .add("GET", "/debug/pprof/profile", new Absent("CPU time", "/debug/pprof/heap"))
                .add("GET", "/pprof/heap", Role.READ, Dispatch.IN_TURN_ALONE, raw)
                .add("GET", "/pprof/symbol", Role.READ, Dispatch.IN_TURN, symbols)
                .add("POST", "/pprof/symbol", Role.READ, Dispatch.IN_TURN, symbols)
                .add("GET", "/pprof/cmdline", new CommandLine())
                .add("GET", "/pprof/profile", new Absent("CPU time", "/pprof/heap"))
                .add("GET", "/pprof/growth", new Absent("growth", "/pprof/heap"))
                .add("GET", "/pprof/contention", new Absent("contention", "/pprof/heap"))
                .limit("GET", "/pprof/symbol", parts.reads().symbols())
                .limit("POST", "/pprof/symbol", parts.reads().symbols());
    }

    /** The program and its arguments, with NULs between them. */
    private record CommandLine() implements Handler {
        @Override
        public Response answer(Request request) throws ApiException, IOException {
            request.allowParameters();
            byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
            int end = line.length > 0 && line[line.length - 1] == 0 ? line.length - 1 : line.length;
            return Response.bytes(200, "text/plain; charset=utf-8", Arrays.copyOf(line, end));
        }
    }

    /** Refuses profiles of other things than memory, which readers request by mistake or by default. */
    private record Absent(String what, String instead) implements Handler {
        @Override
        public Response answer(Request request) throws ApiException {
            throw new ApiException(
                    404,
                    "There is no profile of " + what,
                    "Jemscope looks at native memory",
                    "Ask for " + instead + ".");
        }
    }
}
