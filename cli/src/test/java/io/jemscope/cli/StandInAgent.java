package io.jemscope.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers as an agent does, by the interface that the agent documents, and remembers what it was asked. A run's time passes
 * by the questions about it: one second each.
 */
public final class StandInAgent implements AutoCloseable {

    /** The process that it says it sits in: a number that no process has. */
    public static final long PID = 99_999_993;

    private static final String MEMORY = """
            {"residentBytes": 104857600, "peakResidentBytes": 209715200, "swappedBytes": 1048576,
             "proportionalBytes": 94371840, "hugetlbBytes": 0, "retainedBytes": 3145728, "threads": 40, "mappings": 300, "complete": true,
             "container": {"version": 2, "usedBytes": 157286400, "limitBytes": 209715200,
                           "highBytes": 188743680, "inactiveFileBytes": 10485760, "why": null},
             "rows": [
              {"name": "javaHeap", "residentBytes": 20971520, "bound": "exact", "countedBytes": 52428800,
               "countedAs": "committed", "count": null, "note": null, "of": []},
              {"name": "jemalloc", "residentBytes": 62914560, "bound": "exact", "countedBytes": 73400320,
               "countedAs": "residentAtMost", "count": null, "note": null, "of": [
                {"name": "allocated", "residentBytes": null, "bound": null, "countedBytes": 52428800,
                 "countedAs": "allocated", "count": null, "note": null, "of": [
                  {"name": "directBuffers", "residentBytes": null, "bound": null, "countedBytes": 5242880,
                   "countedAs": "allocated", "count": 1234, "note": null, "of": []},
                  {"name": "profiled", "residentBytes": null, "bound": null, "countedBytes": null, "countedAs": null,
                   "count": null, "note": "No dump is kept; jemscope dump PID makes one.", "of": []}]},
                {"name": "muzzy", "residentBytes": null, "bound": null, "countedBytes": 0,
                 "countedAs": "reclaimable", "count": null, "note": null, "of": []}]},
              {"name": "jvmStructures", "residentBytes": 5242880, "bound": "most", "countedBytes": 5242880,
               "countedAs": "committed", "count": null, "note": null, "of": []},
              {"name": "files", "residentBytes": 0, "bound": "exact", "mostBytes": null, "swappedBytes": 0,
               "hugetlbBytes": 0, "countedBytes": null, "countedAs": null, "count": 0, "note": null, "of": [
                {"name": "mappedBuffers", "residentBytes": null, "bound": null, "countedBytes": 7340032,
                 "countedAs": "mapped", "count": 2, "note": null, "of": []}]},
              {"name": "codeCache", "residentBytes": 0, "bound": "exact", "mostBytes": null, "swappedBytes": 1048576,
               "hugetlbBytes": 2097152, "countedBytes": null, "countedAs": null, "count": null, "note": null, "of": []},
              {"name": "sharedMemory", "residentBytes": 0, "bound": "exact", "countedBytes": null, "countedAs": null,
               "count": 0, "note": null, "of": []},
              {"name": "madeLater", "residentBytes": 3145728, "bound": "least", "mostBytes": 8388608, "countedBytes": null, "countedAs": null,
               "count": null, "note": null, "of": []}],
             "remainderBytes": 12582912,
             "nativeMemoryTracking": {"level": "off", "why": "It is off.", "categories": []}}
            """;

    private final HttpServer server;
    private final List<String> requests = new ArrayList<>();
    private final Map<String, JsonObject> runs = new LinkedHashMap<>();
    private final Map<String, String> dumps = new LinkedHashMap<>();
    private boolean active;
    private boolean external;
    private boolean gone;
    private boolean closed;
    private boolean isOld;
    private boolean isFull;
    private boolean isTired;
    private boolean dumpsHighs;
    private boolean logs;
    private JsonElement logged = JsonNull.INSTANCE;
    private boolean isLarge;
    private int stalls;
    private int heldBack;
    private boolean isHeapFull;
    private final JsonArray notPutBack = new JsonArray();
    private int lastRequests;
    private int made;

    private StandInAgent(HttpServer server) {
        this.server = server;
    }

    /**
     * Begins to answer.
     *
     * @return the agent
     * @throws IOException where no port can be had
     */
    public static StandInAgent start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StandInAgent agent = new StandInAgent(server);
        server.createContext("/", agent::serve);
        server.start();
        return agent;
    }

    /**
     * Leaves a descriptor.
     *
     * @param folder where
     * @return its file
     * @throws IOException where it can't be written
     */
    public Path descriptor(Path folder) throws IOException {
        JsonObject json = new JsonObject();
        json.addProperty("version", 1);
        json.addProperty("pid", PID);
        json.addProperty("address", address().toString());
        json.addProperty("token", "secret");
        json.addProperty("program", "com.example.Main");
        json.addProperty("folder", folder.toString());
        return Files.writeString(folder.resolve(PID + ".json"), json.toString());
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What it was asked so far, a line a request. */
    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    /** Sampling is on, and nobody of ours did it. */
    synchronized void activateFromOutside() {
        active = true;
        external = true;
    }

    /** Something else switches sampling off, and the run that is on is lost. */
    synchronized void loseRun() {
        JsonObject run = run("current");
        if (run != null) {
            run.addProperty("state", "lost");
            run.addProperty("message", "something else has switched sampling off");
            active = false;
        }
    }

    /** It hangs up on so many requests when it is told to leave, before it gives up its port. */
    synchronized void leaveSlowly(int requests) {
        lastRequests = requests;
    }

    /** It hangs up on the next so many requests. */
    public synchronized void stall(int requests) {
        stalls = requests;
    }

    /** It refuses the next dump that is asked for, since there were too many. */
    public synchronized void tire() {
        isTired = true;
    }

    /**
     * The program's Java heap is full from now on.
     */
    public synchronized void fillHeap() {
        isHeapFull = true;
    }

    /** A dump holds its controls back for the next so many who ask for them. */
    synchronized void holdControlsBack(int requests) {
        heldBack = requests;
    }

    /** It can't put something back when it leaves. */
    synchronized void failToPutBack(String failure) {
        notPutBack.add(failure);
    }

    /** Its process is large. */
    synchronized void grow() {
        isLarge = true;
    }

    /** No profile can be dumped for the run that is on when it ends. */
    synchronized void fillDisk() {
        isFull = true;
    }

    /** The limits of dumps drop the one from a run's start. */
    synchronized void dropBaseline(String id) {
        JsonObject run = run(id);
        if (run != null) {
            run.add("baseline", JsonNull.INSTANCE);
        }
    }

    /** From now on it is of a version that can't be told to do anything. */
    synchronized void growOld() {
        isOld = true;
    }

    private synchronized void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        requests.add(body.isEmpty() ? request : request + " " + body);
        if (stalls > 0) {
            stalls--;
            exchange.close();
            if (gone && stalls == 0) {
                close();
            }
            return;
        }
        if (!"Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, refusal("The token is wrong", "", ""));
            return;
        }
        if (isOld && (exchange.getRequestMethod().equals("POST") || request.endsWith("/controls"))) {
            answer(exchange, 404, refusal("There is nothing at this address", "no address is like it", ""));
            return;
        }
        if (request.equals("POST /plugin/memory_profile/msg")) {
            send(exchange, 200, "done: " + body + "\n");
            return;
        }
        JsonObject json =
                body.isEmpty() ? new JsonObject() : JsonParser.parseString(body).getAsJsonObject();
        String path = exchange.getRequestURI().getPath().replaceFirst("^/api/v1", "");
        route(exchange, exchange.getRequestMethod() + " " + path, json);
    }

    /** Holds up a large process only where it is told to. */
    private void memory(HttpExchange exchange) throws IOException {
        if (isLarge && !"large=true".equals(exchange.getRequestURI().getQuery())) {
            answer(
                    exchange,
                    409,
                    refusal(
                            "A process this large is read only with large=true",
                            "the process has 9000 MiB resident",
                            "GET /api/v1/memory?large=true."));
        } else {
            send(exchange, 200, MEMORY);
        }
    }

    private void route(HttpExchange exchange, String request, JsonObject body) throws IOException {
        if (isHeapFull) {
            exchange.getResponseHeaders().set("Retry-After", "5");
            JsonObject full = refusal("The request isn't answered now", "in words that may change", "Use PUT.");
            full.getAsJsonObject("error").addProperty("code", "heap-full");
            answer(exchange, 503, full);
        } else if (request.startsWith("GET /dumps/")) {
            download(exchange, request.substring("GET /dumps/".length()));
        } else if (request.startsWith("GET /runs/")) {
            JsonObject run = run(request.substring("GET /runs/".length()));
            answer(
                    exchange,
                    run == null ? 404 : 200,
                    run == null ? refusal("There is no such run", "", "") : tick(run));
        } else if (request.startsWith("PATCH /runs/")) {
            finish(exchange, request.substring("PATCH /runs/".length()), body);
        } else {
            answerOther(exchange, request, body);
        }
    }

    private void answerOther(HttpExchange exchange, String request, JsonObject body) throws IOException {
        switch (request) {
            case "GET /state" -> answer(exchange, 200, state());
            case "PUT /profiling" -> {
                boolean wanted = body.get("active").getAsBoolean();
                JsonObject change = new JsonObject();
                change.addProperty("active", wanted);
                change.addProperty("changed", active != wanted);
                active = wanted;
                answer(exchange, 200, change);
            }
            case "GET /memory" -> memory(exchange);
            case "GET /statistics" ->
                send(exchange, 200, "statistics as " + exchange.getRequestURI().getQuery());
            case "POST /dumps" -> {
                if (isTired) {
                    isTired = false;
                    exchange.getResponseHeaders().set("Retry-After", "7");
                    answer(exchange, 429, refusal("No dump is made", "the rate limit is reached", "Wait."));
                } else {
                    answer(exchange, 201, dump(body.get("kind").getAsString()));
                }
            }
            case "GET /runs" -> answer(exchange, 200, runs());
            case "POST /runs" -> start(exchange, body);
            case "GET /options" -> answer(exchange, 200, options());
            case "GET /controls" -> listControls(exchange);
            case "PATCH /controls" -> change(exchange, body);
            case "POST /resets" -> reset(exchange, body);
            case "PUT /allocation-log" -> log(exchange, body.get("active").getAsBoolean());
            case "GET /dumps" -> answer(exchange, 200, dumpList());
            case "GET /" -> answer(exchange, 404, refusal("There is no page", "", ""));
            case "POST /purges" -> {
                JsonObject done = new JsonObject();
                done.add("action", body.get("action"));
                done.addProperty("residentBefore", 3_000_000);
                done.addProperty("residentAfter", 1_000_007);
                answer(exchange, 200, done);
            }
            case "DELETE /agent" -> {
                JsonObject leaving = new JsonObject();
                leaving.addProperty("leaving", true);
                leaving.addProperty("deactivated", active);
                if (!notPutBack.isEmpty()) {
                    leaving.add("notPutBack", notPutBack);
                }
                answer(exchange, 202, leaving);
                gone = true;
                stalls = lastRequests;
                if (stalls == 0) {
                    close();
                }
            }
            default ->
                answer(
                        exchange,
                        404,
                        refusal(
                                "There is nothing at " + request,
                                "no address is like it",
                                "Ask another: GET /api/v1/state."));
        }
    }

    private JsonObject state() {
        JsonObject run = run("current");
        JsonObject state = JsonParser.parseString("""
                        {"pid": 99999993, "rssBytes": 1395864371,
                         "allocator": "jemalloc 5.3.0",
                         "jemalloc": {"detected": true, "version": "5.3.0-0-g54eaed1d", "path": "/usr/lib/libjemalloc.so.2",
                                      "prof": true, "active": ACTIVE, "activeBy": "agent", "rateBytes": 524288},
                         "run": null,
                         "hook": {"installed": true, "counters": {"samples": 1234, "samples.java": 1200}},
                         "memory": {"allocatedBytes": 1999993, "activeBytes": 2, "metadataBytes": 3,
                                    "residentBytes": 3999971, "mappedBytes": 5, "retainedBytes": 6},
                         "agent": {"version": "0.1.0", "startedAt": "2026-01-01T00:00:00Z"}}
                        """.replace("ACTIVE", Boolean.toString(active)))
                .getAsJsonObject();
        if (run != null) {
            state.add("run", run);
        }
        if (logs) {
            JsonObject log = new JsonObject();
            log.addProperty("started", "2026-01-01T00:00:00Z");
            log.addProperty("ends", "2026-01-01T00:10:00Z");
            state.add("allocationLog", log);
        }
        return state;
    }

    private static JsonObject options() {
        return JsonParser.parseString("""
                        {"options": [
                          {"name": "opt.prof", "value": "true", "source": "MALLOC_CONF", "available": true},
                          {"name": "opt.prof_log", "value": null, "source": null, "available": false}]}
                        """).getAsJsonObject();
    }

    private void listControls(HttpExchange exchange) throws IOException {
        if (heldBack > 0) {
            heldBack--;
            exchange.getResponseHeaders().set("Retry-After", "1");
            answer(exchange, 503, refusal("The controls aren't read now", "a dump is being made", "Ask again."));
        } else {
            answer(exchange, 200, controls());
        }
    }

    private JsonObject controls() {
        return JsonParser.parseString("""
                        {"controls": [
                          {"name": "prof.interval", "value": 0, "available": true, "changeable": false, "found": null},
                          {"name": "prof.gdump", "value": VALUE, "available": true, "changeable": true, "found": FOUND},
                          {"name": "prof.prefix", "value": null, "available": false, "changeable": false, "found": null}]}
                        """.replace("VALUE", Boolean.toString(dumpsHighs))
                        .replace("FOUND", dumpsHighs ? "false" : "null"))
                .getAsJsonObject();
    }

    private void change(HttpExchange exchange, JsonObject wishes) throws IOException {
        if (!wishes.has("prof.gdump")) {
            answer(exchange, 400, refusal("Nothing is changed", "there is no such control", "GET /api/v1/controls."));
            return;
        }
        dumpsHighs = wishes.get("prof.gdump").getAsBoolean();
        answer(exchange, 200, controls());
    }

    private void reset(HttpExchange exchange, JsonObject body) throws IOException {
        JsonObject run = run("current");
        if (run != null && !body.has("force")) {
            answer(exchange, 409, refusal("No samples are thrown away", "a run is on", "PATCH /api/v1/runs/1."));
            return;
        }
        JsonObject done = new JsonObject();
        done.addProperty("discarded", true);
        done.add("run", run == null ? JsonNull.INSTANCE : run.get("id"));
        answer(exchange, 200, done);
    }

    private void log(HttpExchange exchange, boolean on) throws IOException {
        JsonObject done = new JsonObject();
        done.addProperty("active", on);
        done.addProperty("changed", logs != on);
        done.add("ends", on ? new JsonPrimitive("2026-01-01T00:10:00Z") : JsonNull.INSTANCE);
        if (logs && !on) {
            logged = dump("log").get("id");
        }
        done.add("dump", on ? JsonNull.INSTANCE : logged);
        logs = on;
        answer(exchange, 200, done);
    }

    private JsonObject dumpList() {
        JsonArray list = new JsonArray();
        for (String id : dumps.keySet()) {
            JsonObject dump = new JsonObject();
            dump.addProperty("id", id);
            dump.addProperty("file", "/dumps/" + id + ".heap");
            list.add(dump);
        }
        JsonObject answer = new JsonObject();
        answer.add("dumps", list);
        return answer;
    }

    /** Each dump has a block more than the one before. */
    private JsonObject dump(String kind) {
        made++;
        String id = "d" + made;
        dumps.put(id, heap(made));
        JsonObject dump = new JsonObject();
        dump.addProperty("id", id);
        dump.addProperty("file", "/dumps/" + id + ".heap");
        dump.addProperty("bytes", heap(made).length());
        dump.addProperty("kind", kind);
        return dump;
    }

    private static String heap(int blocks) {
        return """
                heap_v2/1
                  t*: COUNT: BYTES [0: 0]
                  t1: COUNT: BYTES [0: 0]
                @ 0x4a45000000000000 0x4a45000000000001
                  t*: COUNT: BYTES [0: 0]
                  t1: COUNT: BYTES [0: 0]

                MAPPED_LIBRARIES:
                """.replace("COUNT", Integer.toString(blocks)).replace("BYTES", Integer.toString(blocks * 1_999_993));
    }

    private static final String SYMBOLS = """
            --- symbol
            binary=/usr/bin/java
            # jemscope: 1
            # pid: 4711
            # main: com.example.Main
            # samples: 3
            # samples.java: 3
            0x4a45000000000000 java.util.zip.Inflater.<init>(Inflater.java:123)
            0x4a45000000000001 com.example.Thumbnails.render(Thumbnails.java:61)
            ---
            """;

    private void download(HttpExchange exchange, String what) throws IOException {
        String id = what.replace("/symbols", "");
        String heap = dumps.get(id);
        if (heap == null) {
            answer(exchange, 404, refusal("There is no such dump", "", ""));
        } else {
            send(exchange, 200, what.endsWith("/symbols") ? SYMBOLS : heap);
        }
    }

    private void start(HttpExchange exchange, JsonObject body) throws IOException {
        if (active) {
            answer(
                    exchange,
                    409,
                    refusal(
                            "A run can't be started",
                            external ? "sampling was started externally" : "run r1 is on",
                            external
                                    ? "Stop that by PATCH on /api/v1/runs/external with {\"force\":true}."
                                    : "Stop it by PATCH on /api/v1/runs/r1."));
            return;
        }
        active = true;
        JsonObject run = new JsonObject();
        run.addProperty("id", "r" + (runs.size() + 1));
        run.addProperty("state", "running");
        run.add("label", body.get("label"));
        run.addProperty("started", "2026-01-01T00:00:00Z");
        run.add("seconds", body.get("seconds"));
        run.add("remainingSeconds", body.get("seconds"));
        boolean baseline = !body.has("baseline") || body.get("baseline").getAsBoolean();
        run.add("baseline", baseline ? dump("baseline").get("id") : JsonNull.INSTANCE);
        run.add("profile", JsonNull.INSTANCE);
        runs.put(run.get("id").getAsString(), run);
        answer(exchange, 201, run);
    }

    private @Nullable JsonObject run(String id) {
        return id.equals("current")
                ? runs.values().stream()
                        .filter(run -> run.get("state").getAsString().equals("running"))
                        .findFirst()
                        .orElse(null)
                : runs.get(id);
    }

    private JsonObject tick(JsonObject run) {
        if (run.get("state").getAsString().equals("running")
                && run.has("remainingSeconds")
                && run.get("remainingSeconds").isJsonPrimitive()) {
            int left = run.get("remainingSeconds").getAsInt() - 1;
            run.addProperty("remainingSeconds", left);
            if (left <= 0) {
                end(run);
            }
        }
        return run;
    }

    private void end(JsonObject run) {
        active = false;
        run.addProperty("state", isFull ? "failed" : "finished");
        run.addProperty("ended", "2026-01-01T00:00:05Z");
        if (isFull) {
            run.addProperty("message", "the folder has no room for a dump");
        } else {
            run.add("profile", dump("final").get("id"));
        }
    }

    private void finish(HttpExchange exchange, String id, JsonObject body) throws IOException {
        if (id.equals("external") && body.has("force")) {
            JsonObject run = new JsonObject();
            run.addProperty("id", "r9");
            run.addProperty("external", true);
            end(run);
            external = false;
            answer(exchange, 200, run);
            return;
        }
        JsonObject run = run(id);
        if (run == null) {
            answer(exchange, 404, refusal("There is no such run", "none is on", "Ask for all: GET /api/v1/runs."));
            return;
        }
        if (run.get("state").getAsString().equals("running")) {
            end(run);
        }
        answer(exchange, 200, run);
    }

    private JsonObject runs() {
        JsonArray list = new JsonArray();
        List<JsonObject> newestFirst = new ArrayList<>(runs.values());
        java.util.Collections.reverse(newestFirst);
        newestFirst.forEach(list::add);
        JsonObject json = new JsonObject();
        json.add("runs", list);
        return json;
    }

    private static JsonObject refusal(String what, String why, String next) {
        JsonObject words = new JsonObject();
        words.addProperty("what", what);
        words.addProperty("why", why);
        words.addProperty("next", next);
        JsonObject json = new JsonObject();
        json.add("error", words);
        return json;
    }

    private static void answer(HttpExchange exchange, int status, JsonObject json) throws IOException {
        send(exchange, status, json.toString());
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            server.stop(0);
        }
    }
}
