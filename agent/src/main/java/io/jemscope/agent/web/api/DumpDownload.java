package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.web.rendering.Rendering;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.agent.web.rendering.View;
import io.jemscope.agent.web.rendering.ViewAddress;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.agent.web.rendering.ViewRequest;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.Timeouts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * {@code GET /api/v1/dumps/{id}} and {@code …/symbols}: hands a dump out as it is, the names of its Java frames, or what is
 * made of it: the whole or what a filter leaves, by itself or without what another dump shows.
 */
final class DumpDownload implements Handler {

    private static final String RAW = "raw";
    private static final String SYMBOLS = "symbols";

    private static final ViewAddress ADDRESS = ViewAddress.of("format=", "baseline=ID", "format", "baseline", "wait")
            .withAllForms();

    private static final int USUAL_WAIT_SECONDS = 30;
    private static final int LONGEST_WAIT_SECONDS = 60;

    private final DumpStore dumps;
    private final Renderings renderings;
    private final Timeouts waiting;
    private final RoleRateLimiter views;

    public DumpDownload(DumpStore dumps, Renderings renderings, Timeouts waiting, RoleRateLimiter views) {
        this.dumps = dumps;
        this.renderings = renderings;
        this.waiting = waiting;
        this.views = views;
    }

    /** {@code …/symbols}. */
    public Handler ofSymbols() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                return symbols(dump(request.segment("id")));
            }
        };
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        String word = request.parameter("format").orElse(RAW);
        Optional<String> baseline = request.parameter("baseline");
        int seconds = seconds(request);
        Dump dump = dump(request.segment("id"));
        if (word.equals(RAW) || word.equals(SYMBOLS)) {
            if (baseline.isPresent()) {
                throw new ApiException(
                        400,
                        "The dump can't be handed out without its baseline",
                        "format=" + word + " is a file as it is",
                        "Ask for another format, such as format=text, or leave baseline out.");
            }
            ViewRequest.refuse(request, word, ADDRESS);
            return word.equals(RAW) ? raw(dump) : symbols(dump);
        }
        ViewFormat format = format(word);
        View view = ViewRequest.of(request, format, baseline.isPresent(), ADDRESS);
        Optional<Dump> base = baseline.isPresent() ? Optional.of(dump(baseline.get())) : Optional.empty();
        Response notYet = notYet(request);
        // What is opened here is sent: nothing is where the time is over first.
        Principal caller = request.caller();
        Permit<ApiException> permit = () -> views.take(caller, "The dump isn't analysed");
        return Response.later(waiting.within(renderings.of(dump, base, format, view, caller.access(), permit), seconds)
                .thenApply(made -> made.isPresent() ? send(made.get()) : notYet));
    }

    private static int seconds(Request request) throws ApiException {
        String wait = request.parameter("wait").orElse(String.valueOf(USUAL_WAIT_SECONDS));
        try {
            int seconds = Integer.parseInt(wait);
            if (seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new ApiException(
                400, "The time to wait can't be read", "it is from 0 to 60 seconds", "Send a whole number: wait=30.");
    }

    private static ViewFormat format(String word) throws ApiException {
        StringBuilder known = new StringBuilder(RAW + ", " + SYMBOLS);
        for (ViewFormat format : ViewFormat.values()) {
            if (format.word().equals(word)) {
                return format;
            }
            known.append(", ").append(format.word());
        }
        throw new ApiException(400, "There is no such format", "formats are " + known, "Ask for one of these.");
    }

    private Dump dump(String id) throws ApiException {
        Optional<Dump> dump = dumps.find(id);
        if (dump.isEmpty()) {
            throw absent();
        }
        return dump.get();
    }

    private static Response raw(Dump dump) throws ApiException, IOException {
        return send("application/octet-stream", dump.file(), dump.id() + ".heap");
    }

    private static Response symbols(Dump dump) throws ApiException, IOException {
        if (!Files.isRegularFile(dump.symbols(), LinkOption.NOFOLLOW_LINKS)) {
            throw new ApiException(
                    404,
                    "That dump has no symbols",
                    "the names of its Java frames weren't written beside it, or are gone",
                    "Ask for the dump without them, by format=raw, or for another.");
        }
        return send("text/plain; charset=utf-8", dump.symbols(), dump.id() + ".heap.symbols");
    }

    private static Response send(Rendering rendering) {
        ViewFormat format = rendering.format();
        try {
            return rendering.nameUnmatchedIn(send(format.contentType(), rendering.file(), rendering.name()));
        } catch (ApiException | IOException e) {
            throw new CompletionException(e);
        }
    }

    private static Response send(String type, Path file, String name) throws ApiException, IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            throw absent();
        }
        return Response.file(type, channel).with("Content-Disposition", "attachment; filename=\"" + name + "\"");
    }

    private static Response notYet(Request request) throws IOException {
        JsonText json = new JsonText();
        json.beginObject();
        json.name("message").value("It is being made. Ask again at the same address.");
        json.endObject();
        String query = request.query();
        return Response.json(202, json)
                .with("Location", request.path() + (query.isEmpty() ? "" : "?" + query))
                .with("Retry-After", "1");
    }

    /** For an unknown dump. */
    static ApiException absent() {
        return new ApiException(
                404,
                "There is no such dump",
                "none was made under that id, or it isn't kept any more",
                "Ask for the dumps by GET on /api/v1/dumps, or make one by POST to it.");
    }
}
