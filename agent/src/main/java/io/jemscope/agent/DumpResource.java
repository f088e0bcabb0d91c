package io.jemscope.agent;

import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.http.Router;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** {@code /api/v1/dumps}: making dumps, and handing them out. */
final class DumpResource {

    private final Profiler profiler;
    private final DumpStore dumps;

    DumpResource(Profiler profiler, DumpStore dumps) {
        this.profiler = profiler;
        this.dumps = dumps;
    }

    void addTo(Router router) {
        router.add("POST", "/api/v1/dumps", this::post)
                .add("GET", "/api/v1/dumps/{id}", this::get)
                .add("GET", "/api/v1/dumps/{id}/symbols", this::getSymbols);
    }

    private Response post(Request request) throws Problem {
        request.allowParameters();
        DumpKind kind = kind(request);
        try {
            Dump dump = profiler.dump(kind);
            return Response.json(
                            201,
                            json -> json.beginObject()
                                    .name("id")
                                    .value(dump.id())
                                    .name("file")
                                    .value(dump.file().toString())
                                    .name("bytes")
                                    .value(dump.bytes())
                                    .name("kind")
                                    .value(kind.word())
                                    .endObject())
                    .with("Location", "/api/v1/dumps/" + dump.id());
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        } catch (IOException e) {
            throw Refusals.of(e);
        }
    }

    private static DumpKind kind(Request request) throws Problem {
        String kind = JsonObjectBody.of(request, "kind").text("kind").orElse(DumpKind.ASKED.word());
        return switch (kind) {
            case "asked" -> DumpKind.ASKED;
            case "snapshot" -> DumpKind.SNAPSHOT;
            default ->
                throw new Problem(
                        400, "There is no such kind of dump", "kinds are asked and snapshot", "Ask for one of these.");
        };
    }

    private Response get(Request request) throws Problem {
        Dump dump = find(request);
        return send("application/octet-stream", dump.file());
    }

    private Response getSymbols(Request request) throws Problem {
        Dump dump = find(request);
        return send("text/plain; charset=utf-8", dump.symbols());
    }

    private Dump find(Request request) throws Problem {
        request.allowParameters();
        try {
            return dumps.find(request.segment("id")).orElseThrow(DumpResource::absent);
        } catch (IOException e) {
            throw Refusals.of(e);
        }
    }

    private static Response send(String type, Path file) throws Problem {
        try {
            FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            return Response.file(type, channel)
                    .with("Content-Disposition", "attachment; filename=\"" + file.getFileName() + "\"");
        } catch (NoSuchFileException e) {
            throw absent();
        } catch (IOException e) {
            throw Refusals.of(e);
        }
    }

    private static Problem absent() {
        return new Problem(
                404,
                "There is no such dump",
                "none was made under that id, or it isn't kept any more",
                "Make a dump by POST to /api/v1/dumps, and use the id in its answer.");
    }
}
