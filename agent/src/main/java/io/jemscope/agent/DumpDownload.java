package io.jemscope.agent;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/** {@code GET /api/v1/dumps/{id}} and {@code …/symbols}: hands a dump out as it is, or the names of its Java frames. */
final class DumpDownload implements Handler {

    private final DumpStore dumps;
    private final boolean symbols;

    private DumpDownload(DumpStore dumps, boolean symbols) {
        this.dumps = dumps;
        this.symbols = symbols;
    }

    /** Hands out dumps. */
    static DumpDownload ofHeap(DumpStore dumps) {
        return new DumpDownload(dumps, false);
    }

    /** Hands out names. */
    static DumpDownload ofSymbols(DumpStore dumps) {
        return new DumpDownload(dumps, true);
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        Optional<Dump> dump = dumps.find(request.segment("id"));
        if (dump.isEmpty()) {
            throw absent();
        }
        return symbols
                ? send("text/plain; charset=utf-8", dump.get().symbols())
                : send("application/octet-stream", dump.get().file());
    }

    private static Response send(String type, Path file) throws Problem, IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            throw absent();
        }
        return Response.file(type, channel)
                .with("Content-Disposition", "attachment; filename=\"" + file.getFileName() + "\"");
    }

    private static Problem absent() {
        return new Problem(
                404,
                "There is no such dump",
                "none was made under that id, or it isn't kept any more",
                "Make a dump by POST to /api/v1/dumps, and use the id in its answer.");
    }
}
