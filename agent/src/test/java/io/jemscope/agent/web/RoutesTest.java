package io.jemscope.agent.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.AgentOnFake;
import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.events.Event;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.web.rendering.ViewFormat;
import io.jemscope.allocator.StatisticsQuery;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options, upkeep, events, metrics, help and what libmtev's users ask for, over HTTP, on an allocator that isn't real. */
class RoutesTest {

    private static final String HEAP = """
            heap_v2/524288
              t*: 1: 1999993 [0: 0]
            @ 0x10 0x20
              t*: 1: 1999993 [0: 0]

            MAPPED_LIBRARIES:
            """;

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private FakeAllocator allocator;
    private Events events;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
        allocator = agent.allocator;
        events = agent.events;
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void purgesAndSaysWhatItBrought() throws Exception {
        assertThat(send("POST", "/api/v1/purges", "").body())
                .isEqualTo(
                        "{\"action\":\"purge\",\"residentBefore\":4,\"residentAfter\":4,\"residentOf\":\"allocator\"}\n");
        assertThat(send("POST", "/api/v1/purges", "{\"action\":\"decay\"}").statusCode())
                .isEqualTo(200);

        assertThat(send("POST", "/api/v1/purges", "{\"action\":\"collect\"}").body())
                .isEqualTo(
                        "{\"action\":\"collect\",\"residentBefore\":4,\"residentAfter\":4,\"residentOf\":\"allocator\"}\n");

        assertThat(allocator.writes).containsSubsequence("arena.4096.purge", "arena.4096.decay");
        assertThat(events.count(EventKind.PURGE)).isEqualTo(3);
    }

    @Test
    void purgesGlibcByMallocTrim() throws Exception {
        allocator.runOnGlibc();

        assertThat(send("POST", "/api/v1/purges", "").body())
                .matches("\\{\"action\":\"purge\",\"residentBefore\":[0-9]{7,},\"residentAfter\":[0-9]{7,},"
                        + "\"residentOf\":\"process\"}\n");

        assertThat(allocator.writes).contains("jemscope.trim").noneMatch(write -> write.startsWith("arena."));
    }

    @Test
    void showsGlibcsGaugesAndNoneOfJemallocs() throws Exception {
        allocator.runOnGlibc();

        assertThat(send("GET", "/metrics", "").body())
                .contains(
                        "jemscope_glibc_allocated_bytes 40.0\n",
                        "jemscope_glibc_free_bytes 20.0\n",
                        "jemscope_glibc_mmapped_bytes 30.0\n",
                        "jemscope_glibc_arenas 5.0\n",
                        "jemscope_allocator_info{name=\"glibc 2.36\"} 1\n")
                .doesNotContain("jemscope_jemalloc_");
        HttpResponse<String> summary = send("GET", "/api/v1/statistics?format=summary", "");
        assertThat(summary.statusCode()).isEqualTo(409);
        assertThat(summary.body()).contains("malloc is that of glibc 2.36", "Request format json or text.");
    }

    /** Beside a change they needn't wait, and above all a change doesn't wait for them. */
    @ParameterizedTest
    @ValueSource(strings = {"/mtev/memory.json", "/memory-profiler/statistics", "/api/v1/statistics"})
    void statisticsAreReadWhileAChangeIsUnderWay(String path) throws Exception {
        CountDownLatch changing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        allocator.onWrite.set(name -> {
            if (name.equals("prof.active")) {
                changing.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        FutureTask<HttpResponse<String>> change =
                new FutureTask<>(() -> send("PUT", "/api/v1/profiling", "{\"active\":true}"));
        new Thread(change).start();
        changing.await();

        int status = send("GET", path, "").statusCode();
        boolean before = !change.isDone();
        go.countDown();

        assertThat(status).isEqualTo(200);
        assertThat(before).isTrue();
        assertThat(change.get().statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flush", "sweep", "PURGE", ""})
    void anActionThatThereIsNotIsRefusedWithThoseThatThereAre(String action) throws Exception {
        HttpResponse<String> refused = send("POST", "/api/v1/purges", "{\"action\":\"" + action + "\"}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("There is no such action", "the actions are purge, decay and collect");
        assertThat(allocator.writes).noneMatch(write -> write.startsWith("arena.") || write.contains("tcache"));
        assertThat(events.count(EventKind.PURGE)).isZero();
    }

    @Test
    void tellsWhatHappened() throws Exception {
        events.record(EventKind.DUMP, "made");
        events.record(EventKind.DROP, "dropped");

        assertThat(JsonParser.parseString(
                        send("GET", "/api/v1/events?after=1", "").body()))
                .isEqualTo(JsonParser.parseString("""
                        {"events": [{"number": 2, "time": "2026-01-01T00:00:00Z", "kind": "drop", "text": "dropped"}],
                         "last": 2}"""));
        assertThat(send("GET", "/api/v1/events?after=7", "").body()).isEqualTo("{\"events\":[],\"last\":7}\n");
        assertThat(send("GET", "/api/v1/events?after=-1", "").statusCode()).isEqualTo(400);
        assertThat(send("GET", "/api/v1/events?after=x", "").statusCode()).isEqualTo(400);
    }

    @Test
    void whatIsDoneIsAnEvent() throws Exception {
        send("PUT", "/api/v1/profiling", "{\"active\":true}");
        send("PUT", "/api/v1/profiling", "{\"active\":false}");
        String run = JsonParser.parseString(send("POST", "/api/v1/runs", "{}").body())
                .getAsJsonObject()
                .get("id")
                .getAsString();
        send("PATCH", "/api/v1/runs/" + run, "{\"state\":\"finished\"}");
        send("DELETE", "/api/v1/runs/" + run, "");

        assertThat(events.after(0))
                .extracting(Event::kind)
                .containsExactly(
                        EventKind.SWITCH,
                        EventKind.SWITCH,
                        EventKind.DUMP,
                        EventKind.SWITCH,
                        EventKind.RUN,
                        EventKind.SWITCH,
                        EventKind.DUMP,
                        EventKind.RUN,
                        EventKind.DROP,
                        EventKind.DROP);
        assertThat(events.after(0))
                .extracting(Event::text)
                .contains(
                        "sampling was switched on",
                        "run " + run + " began",
                        "run " + run + " ended: its profile is dumped");
    }

    @Test
    void whatIsRefusedIsCounted() throws Exception {
        allocator.refusal.set("prof.active");
        assertThat(send("PUT", "/api/v1/profiling", "{\"active\":true}").statusCode())
                .isEqualTo(409);
        assertThat(events.count(EventKind.REFUSAL)).isEqualTo(1);
        allocator.refusal.set("prof.reset");
        assertThat(send("POST", "/api/v1/runs", "{\"sampleBytes\":65536,\"discard\":true}")
                        .statusCode())
                .isEqualTo(409);
        assertThat(events.count(EventKind.REFUSAL)).isEqualTo(2);
        allocator.refusal.set("prof.dump");
        assertThat(send("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(507);
        assertThat(send("GET", "/pprof/heap", "").statusCode()).isEqualTo(507);
        assertThat(send("POST", "/plugin/memory_profile/msg", "dump").statusCode())
                .isEqualTo(409);
        assertThat(events.count(EventKind.REFUSAL)).isEqualTo(5);
        assertThat(send("GET", "/metrics", "").body()).contains("jemscope_events_total{kind=\"refusal\"} 5.0\n");
        assertThat(events.after(0))
                .extracting(Event::text)
                .anyMatch(text -> text.startsWith("sampling could not be switched on: "))
                .anyMatch(text -> text.startsWith("no dump was made: "));
    }

    @Test
    void aFolderThatCannotBeUsedIsCounted() throws Exception {
        Files.writeString(folder.resolve("dumps"), "in the way");

        assertThat(send("POST", "/api/v1/dumps", "").statusCode()).isEqualTo(507);
        assertThat(send("GET", "/pprof/heap", "").statusCode()).isEqualTo(507);
        assertThat(events.count(EventKind.REFUSAL)).isEqualTo(2);
    }

    @Test
    void aDumpForAnAnswerIsCounted() throws Exception {
        assertThat(send("GET", "/pprof/heap", "").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/mtev/heap_profile?trigger_dump=true", "").statusCode())
                .isEqualTo(200);
        assertThat(events.count(EventKind.DUMP)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "allocs"})
    void aProfilesFileIsNamedAsItsAddressIs(String name) throws Exception {
        allocator.heap.set(HEAP);

        HttpResponse<String> profile = send("GET", "/debug/pprof/" + name, "");
        assertThat(profile.statusCode()).isEqualTo(200);
        assertThat(profile.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"" + name + ".pb.gz\"");
    }

    @Test
    void tellsMetricsInBothFormats() throws Exception {
        events.record(EventKind.DUMP, "made");

        HttpResponse<String> text = send("GET", "/metrics", "");
        assertThat(text.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
        assertThat(text.body().lines())
                .contains(
                        "jemscope_jemalloc_allocated_bytes 1.0",
                        "jemscope_jemalloc_resident_bytes 4.0",
                        "jemscope_jemalloc_info{version=\"5.3.0\"} 1",
                        "jemscope_profiling_active 0.0",
                        "# TYPE jemscope_memory_resident_bytes gauge",
                        "jemscope_profiling_sample_interval_bytes 524288.0",
                        "jemscope_samples_total{java_frames=\"false\"} 3.0",
                        "jemscope_events_total{kind=\"dump\"} 1.0",
                        "jemscope_events_total{kind=\"refusal\"} 0.0")
                .anyMatch(line -> line.startsWith("jemscope_agent_cpu_seconds_total "))
                .anyMatch(line -> line.startsWith("jemscope_process_resident_bytes "))
                .anyMatch(line -> line.startsWith("jemscope_memory_resident_bytes{row=\"jemalloc\"} "))
                .anyMatch(line -> line.startsWith("jemscope_memory_remainder_bytes "))
                .anyMatch(line -> line.startsWith("jemscope_memory_ledger_age_seconds "));

        HttpResponse<String> open = send("GET", "/metrics", "", "Accept", "application/openmetrics-text");
        assertThat(open.headers().firstValue("Content-Type").orElse("")).startsWith("application/openmetrics-text");
        assertThat(open.body()).endsWith("# EOF\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // What Prometheus 2 and 3 send where scrape_protocols begins with PrometheusProto, as it does with
                // native histograms.
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.7,"
                        + "application/openmetrics-text;version=1.0.0;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,"
                        + "text/plain;version=0.0.4;q=0.4,*/*;q=0.3 | application/openmetrics-text",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,"
                        + "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                        + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,"
                        + "text/plain;version=0.0.4;q=0.2,*/*;q=0.1 | application/openmetrics-text",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
                        + "text/plain;version=0.0.4;q=0.5 | text/plain; version=0.0.4",
                "*/* | text/plain; version=0.0.4"
            })
    void tellsMetricsInTextToWhoeverWouldTakeProtobufToo(String accept, String type) throws Exception {
        HttpResponse<String> answer = send("GET", "/metrics", "", "Accept", accept);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith(type);
        assertThat(answer.body()).contains("jemscope_jemalloc_allocated_bytes 1.0\n");
    }

    @Test
    void libmtevsStatisticsAreJemallocs() throws Exception {
        HttpResponse<String> response = send("GET", "/mtev/memory.json", "");

        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body()).isEqualTo(allocator.statistics(StatisticsQuery.JSON));
    }

    @Test
    void libmtevsHeapProfileTellsTheState() throws Exception {
        allocator.values.put("prof.thread_active_init", true);
        HttpResponse<String> on = send("GET", "/mtev/heap_profile", "");
        assertThat(on.headers().firstValue("Content-Type")).contains("text/plain");
        assertThat(on.body()).isEqualTo("opt.prof: true\nprof.active: false\nprof.thread_active_init: true\n");

        allocator.values.put("opt.prof", false);
        assertThat(send("GET", "/mtev/heap_profile", "").body())
                .startsWith("opt.prof: false\nprof.active: false\nprof.thread_active_init: false\n")
                .contains("MALLOC_CONF=\"prof:true\"");
    }

    @Test
    void libmtevsHeapProfileSwitchesAgainAndAgain() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertThat(send("GET", "/mtev/heap_profile?active=true", "").body()).isEqualTo("Profiling is activated\n");
        }
        assertThat(allocator.values).containsEntry("prof.active", true);
        for (int i = 0; i < 2; i++) {
            assertThat(send("GET", "/mtev/heap_profile?active=false", "").body())
                    .isEqualTo("Profiling is deactivated\n");
        }
        assertThat(allocator.values).containsEntry("prof.active", false);
        assertThat(send("GET", "/mtev/heap_profile?active=yes", "").statusCode())
                .isEqualTo(400);
        assertThat(send("GET", "/mtev/heap_profile?active=true&trigger_dump=true", "")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void libmtevsDumpLeavesNothingOnTheDisk() throws Exception {
        HttpResponse<String> dump = send("GET", "/mtev/heap_profile?trigger_dump=true", "");

        assertThat(dump.headers().firstValue("Content-Type")).contains("application/x-jemalloc-heap-profile");
        assertThat(dump.body()).startsWith("heap_v2/");
        assertThat(filesOnTheDisk()).isEmpty();
        assertThat(send("GET", "/api/v1/dumps", "").body()).isEqualTo("{\"dumps\":[],\"unlisted\":0}\n");
    }

    @Test
    void jeprofsDumpHasMarksAndLeavesNothingOnTheDisk() throws Exception {
        assertThat(send("GET", "/pprof/heap", "").body()).isEqualTo(allocator.heap.get());
        allocator.heap.set("heap_v2/512\n@ 0x4a45000000000012\n  t*: 1: 2 [0: 0]\n");

        HttpResponse<String> dump = send("GET", "/pprof/heap", "");

        assertThat(dump.body()).isEqualTo("heap_v2/512\n@ 0x4a4d000000000002 0x4a45000000000012\n  t*: 1: 2 [0: 0]\n");
        assertThat(dump.headers().firstValue("Content-Length"))
                .contains(String.valueOf(dump.body().length()));
        assertThat(filesOnTheDisk()).isEmpty();
    }

    /** But for what says that the process lives. */
    private List<Path> filesOnTheDisk() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".alive"))
                    .toList();
        }
    }

    @Test
    void jeprofsDumpIsReadForMarksOnlyWhereAStackCanNeedOne() throws Exception {
        allocator.heap.set("heap_v2/512\n@ 0x4a45000000000012\n");
        allocator.counters.put("samples.java.first", 0L);
        assertThat(send("GET", "/pprof/heap", "").body()).isEqualTo(allocator.heap.get());

        allocator.counters.put("samples.java.first", 1L);
        assertThat(send("GET", "/pprof/heap", "").body())
                .isEqualTo("heap_v2/512\n@ 0x4a4d000000000002 0x4a45000000000012\n");
    }

    @Test
    void aRunIsntSpoilt() throws Exception {
        assertThat(send("POST", "/api/v1/runs", "{}").statusCode()).isEqualTo(201);

        assertThat(send("GET", "/mtev/heap_profile?active=false", "").statusCode())
                .isEqualTo(409);
        assertThat(send("POST", "/plugin/memory_profile/msg", "deactivate").statusCode())
                .isEqualTo(409);
        assertThat(allocator.values).containsEntry("prof.active", true);
    }

    @Test
    void thePluginsMessagesDoWhatTheySay() throws Exception {
        assertThat(send("POST", "/plugin/memory_profile/msg", "activate").body())
                .isEqualTo("profiling is active\n");
        assertThat(allocator.values).containsEntry("prof.active", true);
        assertThat(send("POST", "/plugin/memory_profile/msg", "deactivate\n").body())
                .isEqualTo("profiling is inactive\n");
        assertThat(allocator.values).containsEntry("prof.active", false);
        assertThat(send("POST", "/plugin/memory_profile/msg", "dump").statusCode())
                .isEqualTo(200);
        assertThat(allocator.writes).contains("prof.dump=Optional.empty");
        String statistics = send("POST", "/plugin/memory_profile/msg", "stats").body();
        assertThat(statistics).isEqualTo(allocator.statistics(StatisticsQuery.TEXT));
        assertThat(agent.log).containsExactly(statistics);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "d", "dum", "Dump", "dump stats", "activate!"})
    void anythingElseIsRefusedWithTheFour(String word) throws Exception {
        HttpResponse<String> refused = send("POST", "/plugin/memory_profile/msg", word);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("activate, dump, stats, deactivate");
        assertThat(allocator.writes).containsOnly("thread.prof.active=false");
    }

    @Test
    void everyAddressIsInTheDocument() throws Exception {
        JsonObject paths = document().getAsJsonObject("paths");
        List<String> described = new ArrayList<>();
        for (Map.Entry<String, JsonElement> path : paths.entrySet()) {
            for (String method : path.getValue().getAsJsonObject().keySet()) {
                described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
            }
        }

        assertThat(agent.router.addresses().stream().map(address -> address.replace("...}", "}")))
                .containsExactlyInAnyOrderElementsOf(described);
    }

    /** That each is as the document has it is seen to by whoever sends it. */
    @ParameterizedTest
    @CsvSource({
        "GET,    /api/v1/options,                            200",
        "GET,    /api/v1/memory,                             200",
        "GET,    /api/v1/memory?large=true,                  200",
        "GET,    /api/v1/memory?large=maybe,                 400",
        "GET,    /api/v1/memory?small=true,                  400",
        "GET,    /api/v1/runs,                               200",
        "GET,    /api/v1/runs/7,                             404",
        "GET,    /api/v1/openapi.json,                       200",
        "GET,    /api/v1/statistics?format=text,             200",
        "DELETE, /api/v1/agent,                              202",
        "DELETE, /api/v1/agent?now=true,                     400",
        "GET,    /memory-profiler/state,                     200",
        "GET,    /memory-profiler/stop,                      400",
        "GET,    /memory-profiler/statistics,                200",
        "GET,    /memory-profiler/download/graph,            400",
        "GET,    /mtev/memory.json,                          200",
        "GET,    /debug/pprof/cmdline,                       200",
        "GET,    /debug/pprof/profile,                       404",
        "GET,    /debug/pprof/heap?seconds=5,                400",
        "GET,    /pprof/cmdline,                             200",
        "GET,    /pprof/profile,                             404",
        "GET,    /pprof/growth,                              404",
        "GET,    /pprof/contention,                          404",
        "GET,    /pprof/symbol,                              200",
        "GET,    /pprof/symbol?0x10+0x20,                    200",
        "POST,   /pprof/symbol,                              200",
        "GET,    /,                                          200",
        "GET,    /help,                                      200",
        "GET,    /help/memory-profiler/start,                200"
    })
    void answersAsTheDocumentSays(String method, String path, int status) throws Exception {
        assertThat(send(method, path, "").statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @EnumSource(ViewFormat.class)
    void handsADumpOutInEveryFormAsTheDocumentSays(ViewFormat format) throws Exception {
        allocator.heap.set(HEAP);
        String dump = send("POST", "/api/v1/dumps", "")
                .headers()
                .firstValue("Location")
                .orElseThrow();

        assertThat(send("GET", dump + "?wait=0&format=" + format.word(), "").statusCode())
                .isIn(200, 202);
        HttpResponse<String> made = send("GET", dump + "?wait=60&format=" + format.word(), "");
        assertThat(made.statusCode()).isEqualTo(200);
        assertThat(made.headers().firstValue("Content-Type")).contains(format.contentType());
    }

    @Test
    void saysOfADumpThatCannotBeReadWhatTheDocumentSays() throws Exception {
        allocator.heap.set("no dump");
        assertThat(send("GET", "/debug/pprof/heap", "").statusCode()).isEqualTo(422);
        String dump = send("POST", "/api/v1/dumps", "")
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(send("GET", dump + "?format=text", "").statusCode()).isEqualTo(422);
    }

    @Test
    void everyReferenceInTheDocumentLeadsSomewhere() throws Exception {
        JsonObject document = document();
        List<String> references = new ArrayList<>();
        collectReferences(document, references);

        assertThat(references).isNotEmpty().allSatisfy(reference -> {
            JsonElement at = document;
            for (String name : reference.substring(2).split("/", -1)) {
                at = at.getAsJsonObject().get(name);
                assertThat(at).as(reference).isNotNull();
            }
        });
    }

    @Test
    void theRootNamesWhereToGoOn() throws Exception {
        HttpResponse<String> index = send("GET", "/", "");

        assertThat(index.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(index.body()).contains("process 4711", "GET /help ", "GET /api/v1/state ", "jemscope top 4711 ");
        assertThat(send("GET", "/?page=1", "").statusCode()).isEqualTo(400);
    }

    @Test
    void aPageElsewhereMayLeadToThePageAndReadNothingOfIt() throws Exception {
        for (String path : List.of("/page", "/page/page.js", "/page/vendor.js", "/page/page.css")) {
            HttpResponse<String> file =
                    send("GET", path, "", "Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site");
            assertThat(file.statusCode()).as(path).isEqualTo(200);
            assertThat(file.headers().map().keySet())
                    .as(path)
                    .noneMatch(header -> header.startsWith("access-control-"));
            assertThat(file.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
        assertThat(send("GET", "/api/v1/state", "", "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send("GET", "/page/openapi.json", "").statusCode()).isEqualTo(404);
    }

    @Test
    void helpsWithEachAddress() throws Exception {
        assertThat(send("GET", "/help", "").body()).contains("GET /metrics\n    What Prometheus collects.\n");
        assertThat(send("GET", "/help/api/v1/events", "").body())
                .startsWith("GET /api/v1/events\n\n")
                .contains("  after  The number behind which to begin.\n", "  401  ");
        assertThat(send("GET", "/help/api/v1/runs", "").body()).startsWith("GET /api/v1/runs\n\n");
        assertThat(send("GET", "/help/api/v1", "").body())
                .contains("\nGET /api/v1/runs\n")
                .doesNotContain("/metrics");
        assertThat(send("GET", "/help/api/v", "").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/help/no/such", "").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/help/../../etc/passwd", "").statusCode()).isEqualTo(404);
    }

    private JsonObject document() throws Exception {
        return JsonParser.parseString(send("GET", "/api/v1/openapi.json", "").body())
                .getAsJsonObject();
    }

    private static void collectReferences(JsonElement element, List<String> references) {
        if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(one -> collectReferences(one, references));
        } else if (element.isJsonObject()) {
            for (Map.Entry<String, JsonElement> member :
                    element.getAsJsonObject().entrySet()) {
                if (member.getKey().equals("$ref")) {
                    references.add(member.getValue().getAsString());
                } else {
                    collectReferences(member.getValue(), references);
                }
            }
        }
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        return agent.send(method, path, body, headers);
    }
}
