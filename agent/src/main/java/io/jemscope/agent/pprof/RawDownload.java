package io.jemscope.agent.pprof;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** {@code GET /pprof/heap}: a dump of this moment as jemalloc writes it. Its names are told by {@link SymbolLookup}. */
public final class RawDownload implements Handler {

    private final DumpStore dumps;
    private final Snapshots snapshots;
    private final JavaNames names;

    /**
     * Makes what answers.
     *
     * @param dumps makes the dump
     * @param names keeps the names of its Java frames
     */
    public RawDownload(DumpStore dumps, JavaNames names) {
        this.dumps = dumps;
        this.snapshots = new Snapshots(dumps);
        this.names = names;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        Dump dump = snapshots.take();
        try {
            FileChannel open =
                    FileChannel.open(dump.file(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            names.keep(dump);
            return Response.file("application/octet-stream", open)
                    .with("Content-Disposition", "attachment; filename=\"" + dump.id() + ".heap\"");
        } finally {
            // What is open can be read to its end without its name.
            dumps.removeAside(dump);
        }
    }
}
