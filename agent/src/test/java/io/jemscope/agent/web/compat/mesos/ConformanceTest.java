package io.jemscope.agent.web.compat.mesos;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.web.compat.mesos.MesosBench.Answer;
import io.jemscope.allocator.Detection;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Mesos's addresses promise, a row for each promise, in the order of the requirement. */
class ConformanceTest {

    @TempDir
    private Path folder;

    /** A promise. */
    interface Row {
        void check(MesosBench bench) throws Exception;
    }

    private static void row(List<Named<Row>> rows, String promise, Row row) {
        rows.add(Named.of(promise, row));
    }

    static Stream<Named<Row>> rows() {
        List<Named<Row>> rows = new ArrayList<>();
        addStart(rows);
        addStop(rows);
        addEndOfTime(rows);
        addDownloads(rows);
        addTheRest(rows);
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void keeps(Row row) throws Exception {
        try (MesosBench bench = new MesosBench(folder, Role.OPERATE)) {
            row.check(bench);
        }
    }

    private static void addStart(List<Named<Row>> rows) {
        row(
                rows,
                "start: 5 minutes unless said otherwise; id a number, the start in epoch seconds; the rest a string",
                b -> {
                    Answer answer = b.mesos("start").is(200);
                    assertThat(answer.type()).isEqualTo("application/json");
                    assertThat(answer.json().keySet()).containsExactly("id", "message", "remaining_seconds");
                    assertThat(answer.number("id")).isEqualTo(b.clock.now().getEpochSecond());
                    assertThat(answer.text("remaining_seconds")).isEqualTo("300");
                    assertThat(answer.text("message"))
                            .contains(
                                    "/memory-profiler/download/raw?id=" + answer.number("id"), "/memory-profiler/stop");
                    assertThat(b.isActive()).isTrue();
                });
        row(rows, "start: a number and a unit", b -> {
            assertThat(b.mesos("start?duration=1.5hrs").is(200).text("remaining_seconds"))
                    .isEqualTo("5400");
        });
        row(rows, "start: a number alone is seconds, as the documentation's own example sends it", b -> {
            assertThat(b.mesos("start?duration=600").is(200).text("remaining_seconds"))
                    .isEqualTo("600");
        });
        row(rows, "start: the remaining time is rounded", b -> {
            assertThat(b.mesos("start?duration=1499ms").is(200).text("remaining_seconds"))
                    .isEqualTo("1");
        });
        row(rows, "start: the least is 1 second", b -> {
            b.mesos("start?duration=999ms").refuses("1 second to 24 hours");
            b.mesos("start?duration=1secs").is(200);
        });
        row(rows, "start: the most is 24 hours", b -> {
            b.mesos("start?duration=2weeks").refuses("1 second to 24 hours");
            b.mesos("start?duration=1days").is(200);
        });
        row(rows, "start: 400 where the duration can't be read", b -> {
            b.mesos("start?duration=").refuses("duration");
            b.mesos("start?duration=5m").refuses("'duration' can't be read", "units are");
            b.mesos("start?duration=-5secs").refuses("duration");
            assertThat(b.allocator.writes).doesNotContain("prof.active=true");
        });
        row(rows, "start: a second one starts nothing and answers the first one's id and time", b -> {
            Answer first = b.mesos("start?duration=10mins").is(200);
            b.pass(Duration.ofMinutes(4));
            Answer second = b.mesos("start?duration=1hrs").is(200);
            assertThat(second.number("id")).isEqualTo(first.number("id"));
            assertThat(second.text("remaining_seconds")).isEqualTo("360");
            assertThat(second.text("message")).contains("begun before").isNotEqualTo(first.text("message"));
            assertThat(b.profiler.runs()).hasSize(1);
        });
        row(rows, "start: 409 where something else has started it, which is left alone", b -> {
            b.allocator.values.put("prof.active", true);
            Answer answer = b.mesos("start").is(409);
            assertThat(answer.body()).isEqualTo("Heap profiling was started externally.\n");
            assertThat(b.allocator.writes).noneMatch(write -> write.startsWith("prof."));
        });
        row(rows, "start: 400 with advice where prof:true isn't set", b -> {
            b.allocator.refusal.set("prof.active");
            b.mesos("start").refuses("Go on.");
        });
        row(rows, "start: 400 with advice where jemalloc isn't there", b -> {
            b.allocator.values.remove("prof.active");
            b.mesos("start").refuses("Go on.");
        });
        row(rows, "start: 400 where the disk is full", b -> {
            b.allocator.refusal.set("prof.dump");
            b.mesos("start").refuses("prof.dump");
            assertThat(b.isActive()).isFalse();
        });
        row(rows, "start, beyond theirs: a rate of its own, if what was sampled may be thrown away", b -> {
            b.mesos("start?sample_bytes=4096").refuses("throws away", "discard=true");
            b.mesos("start?sample_bytes=4096&lg_sample=12&discard=true").refuses("twice");
            b.mesos("start?sample_bytes=4095&discard=true").refuses("power of two");
            b.mesos("start?lg_sample=63&discard=true").refuses("lg_sample");
            b.mesos("start?lg_sample=12&discard=true").refuses("cost the program memory", "dense=true");
            b.mesos("start?lg_sample=12&discard=true&dense=true").is(200);
            assertThat(b.allocator.values).containsEntry("prof.lg_sample", 12L);
            b.mesos("stop").is(200);
            assertThat(b.allocator.values).containsEntry("prof.lg_sample", 19L);
            b.mesos("start?sample_bytes=8192&discard=true&dense=true").is(200);
            assertThat(b.allocator.values).containsEntry("prof.lg_sample", 13L);
        });
        row(rows, "start, beyond theirs: a slip in a parameter's name is no slip of the run's", b -> {
            b.mesos("start?duraton=1secs").refuses("duraton", "known are duration");
            b.mesos("start?baseline=yes").refuses("neither true nor false");
        });
    }

    private static void addStop(List<Named<Row>> rows) {
        row(rows, "stop: stops and dumps; id a string, the addresses relative with it", b -> {
            String id = Long.toString(b.start());
            Answer answer = b.mesos("stop").is(200);
            assertThat(answer.json().keySet())
                    .containsExactly(
                            "id",
                            "message",
                            "url_raw_profile",
                            "url_graph_profile",
                            "url_graph",
                            "url_symbolized_profile");
            assertThat(answer.text("id")).isEqualTo(id);
            assertThat(answer.text("url_raw_profile")).isEqualTo("/memory-profiler/download/raw?id=" + id);
            assertThat(answer.text("url_graph_profile")).isEqualTo("/memory-profiler/download/graph?id=" + id);
            assertThat(answer.text("url_graph")).isEqualTo("/memory-profiler/download/graph?id=" + id);
            assertThat(answer.text("url_symbolized_profile")).isEqualTo("/memory-profiler/download/text?id=" + id);
            assertThat(b.isActive()).isFalse();
            for (String url : List.of("url_raw_profile", "url_graph_profile", "url_symbolized_profile")) {
                b.get(answer.text(url)).is(200);
            }
        });
        row(rows, "stop: where none is on, the last one's addresses", b -> {
            b.start();
            Answer first = b.mesos("stop").is(200);
            Answer second = b.mesos("stop").is(200);
            assertThat(second.text("url_raw_profile")).isEqualTo(first.text("url_raw_profile"));
            assertThat(b.dumps.list()).hasSize(2);
        });
        row(rows, "stop: the last one that has a profile; and says so where a later one hasn't", b -> {
            long first = b.start();
            assertThat(b.mesos("stop").is(200).text("message")).doesNotContain("isn't the last");
            assertThat(b.mesos("stop").is(200).text("message")).doesNotContain("isn't the last");
            long second = b.start();
            b.allocator.values.put("prof.active", false);
            b.pass(Duration.ofSeconds(10));
            Answer answer = b.mesos("stop").is(200);
            assertThat(answer.text("id")).isEqualTo(Long.toString(first));
            assertThat(answer.text("message"))
                    .contains("It isn't the last run: run " + second + " has no profile: sampling was switched off");
        });
        row(rows, "stop: 400 where there was none yet", b -> b.mesos("stop").refuses("nothing to stop"));
        row(rows, "stop: 400 where something else has started it, which is left alone", b -> {
            b.allocator.values.put("prof.active", true);
            b.mesos("stop").refuses("something else", "force=true");
            assertThat(b.isActive()).isTrue();
        });
        row(rows, "stop, beyond theirs: force=true stops that too, and dumps", b -> {
            b.allocator.values.put("prof.active", true);
            Answer answer = b.mesos("stop?force=true").is(200);
            assertThat(b.isActive()).isFalse();
            assertThat(b.get(answer.text("url_raw_profile")).is(200).body()).startsWith("heap_v2/");
            assertThat(b.get(answer.text("url_symbolized_profile")).is(200).body())
                    .isEqualTo("TEXT of FINAL since ever");
        });
        row(rows, "stop: force changes nothing for a run of ours", b -> {
            long id = b.start();
            assertThat(b.mesos("stop?force=true").is(200).text("id")).isEqualTo(Long.toString(id));
            b.mesos("stop?force=maybe").refuses("neither true nor false");
        });
        row(rows, "stop: 400 where it can't be dumped, and the next one tries again", b -> {
            b.start();
            b.allocator.refusal.set("prof.dump");
            b.mesos("stop").refuses("prof.dump");
            b.allocator.refusal.set("");
            b.mesos("stop").is(200);
        });
        row(rows, "stop: 400 where sampling can't be switched off", b -> {
            b.start();
            b.allocator.refusal.set("prof.active");
            b.mesos("stop").refuses("every 5 seconds");
        });
    }

    private static void addEndOfTime(List<Named<Row>> rows) {
        row(rows, "the time runs out: stops and dumps by itself", b -> {
            long id = b.start();
            b.pass(Duration.ofSeconds(10));
            assertThat(b.isActive()).isFalse();
            assertThat(b.mesos("download/raw?id=" + id).is(200).body()).startsWith("heap_v2/");
        });
        row(rows, "the time runs out and it can't be switched off: again in 5 seconds, and a line says so", b -> {
            long id = b.start();
            b.allocator.refusal.set("prof.active");
            b.pass(Duration.ofSeconds(10));
            assertThat(b.notices).singleElement().asString().contains("tried again in 5 seconds");
            b.allocator.refusal.set("");
            b.pass(Duration.ofSeconds(5));
            b.mesos("download/raw?id=" + id).is(200);
        });
        row(rows, "something else switched it off meanwhile: no dump, and a line says so", b -> {
            long id = b.start();
            b.allocator.values.put("prof.active", false);
            b.pass(Duration.ofSeconds(10));
            assertThat(b.notices).singleElement().asString().contains("not by this agent");
            assertThat(b.dumps.list()).hasSize(1);
            b.mesos("download/raw?id=" + id).refuses("switched off meanwhile");
            b.mesos("stop").refuses("nothing to stop", "run " + id + " has no profile", "switched off meanwhile");
        });
        row(rows, "something else switched it off meanwhile: the stop that finds so says so", b -> {
            b.start();
            b.allocator.values.put("prof.active", false);
            b.mesos("stop").refuses("not by this agent");
        });
    }

    private static void addDownloads(List<Named<Row>> rows) {
        row(rows, "download: octets, and a file name without a path", b -> {
            b.start();
            b.mesos("stop");
            for (String what : List.of("raw", "text", "graph")) {
                Answer answer = b.mesos("download/" + what).is(200);
                assertThat(answer.type()).isEqualTo("application/octet-stream");
                assertThat(answer.disposition())
                        .matches("attachment; filename=[A-Za-z0-9.-]+\\.final\\.(heap|txt|svg)");
            }
        });
        row(rows, "download: raw is the dump itself", b -> {
            b.start();
            b.allocator.heap.set("heap_v2/4096\n  t*: 1: 1999993 [0: 0]\n");
            b.mesos("stop");
            assertThat(b.mesos("download/raw").is(200).body()).isEqualTo("heap_v2/4096\n  t*: 1: 1999993 [0: 0]\n");
        });
        row(rows, "download: text and graph show what came since the run began, or everything", b -> {
            b.start();
            b.mesos("stop");
            assertThat(b.mesos("download/text").is(200).body()).isEqualTo("TEXT of FINAL since BASELINE");
            assertThat(b.mesos("download/text?since=start").is(200).body()).isEqualTo("TEXT of FINAL since BASELINE");
            assertThat(b.mesos("download/graph").is(200).body()).isEqualTo("GRAPH of FINAL since BASELINE");
            assertThat(b.mesos("download/graph?since=everything").is(200).body())
                    .isEqualTo("GRAPH of FINAL since ever");
            b.mesos("download/text?since=yesterday").refuses("neither start nor everything");
        });
        row(rows, "download: text and graph take filters, raw takes none", b -> {
            b.start();
            b.mesos("stop");
            assertThat(b.mesos("download/text?focus=main&by=line").is(200).body())
                    .isEqualTo("TEXT of FINAL since BASELINE with {by=line, focus=main}");
            assertThat(b.mesos("download/graph?call_tree=true").is(200).body()).endsWith("with {call_tree=true}");
            b.mesos("download/text?focus=" + "a".repeat(1001)).refuses("The parameter focus is too long");
            b.mesos("download/graph?unit=mb")
                    .refuses("unit means nothing here", "goes with download/text.", "for download/text.");
            b.mesos("download/text?call-tree=true").refuses("goes with download/graph.", "for download/graph.");
            b.mesos("download/text?since=everything&normalize=true")
                    .refuses("goes with a baseline", "for since=start.");
            b.mesos("download/raw?focus=main").refuses("focus isn't known");
        });
        row(rows, "download: what nothing matched is named", b -> {
            b.start();
            b.mesos("stop");
            assertThat(b.mesos("download/text?focus=nosuch&exclude=nosuch")
                            .is(200)
                            .unmatched())
                    .isEqualTo("exclude, focus");
            assertThat(b.mesos("download/graph?focus=nosuch").is(200).unmatched())
                    .isEqualTo("focus");
            assertThat(b.mesos("download/text?focus=main").is(200).unmatched()).isNull();
        });
        row(rows, "download: without a baseline there is only everything", b -> {
            b.mesos("start?baseline=false").is(200);
            b.mesos("stop");
            assertThat(b.mesos("download/text").is(200).body()).isEqualTo("TEXT of FINAL since ever");
            b.mesos("download/text?since=start").refuses("no dump from its start");
        });
        row(rows, "download: 400 where the dump from the start isn't kept; everything isn't taken for it", b -> {
            b.start();
            Dump baseline = b.dumps.list().get(0);
            b.mesos("stop");
            b.mesos("download/text").is(200);
            Files.delete(baseline.file());
            assertThat(b.mesos("download/text").is(200).body()).isEqualTo("TEXT of FINAL since BASELINE");
            b.mesos("download/graph").refuses("since the start can't be told", "since=everything");
            b.mesos("download/graph?since=start").refuses("since the start can't be told", "since=everything");
            assertThat(b.mesos("download/graph?since=everything").is(200).body())
                    .isEqualTo("GRAPH of FINAL since ever");
            b.mesos("download/raw").is(200);
        });
        row(rows, "download: 400 for garbage in id", b -> {
            b.start();
            b.mesos("stop");
            for (String what : List.of("raw", "text", "graph")) {
                for (String id : List.of("", "abc", "1x", "-1", "%20 1".replace(" ", ""), "1.0", "9".repeat(30))) {
                    b.mesos("download/" + what + "?id=" + id).refuses("'id' can't be read");
                }
            }
        });
        row(rows, "download: 400 while a run is on and no id was given; an earlier one's id will do", b -> {
            long first = b.start();
            b.mesos("stop");
            b.start();
            for (String what : List.of("raw", "text", "graph")) {
                b.mesos("download/" + what).refuses("a run is on");
                b.mesos("download/" + what + "?id=" + first).is(200);
            }
        });
        row(rows, "download: 400 for the id of the run that is on", b -> {
            long id = b.start();
            b.mesos("download/raw?id=" + id).refuses("it is on");
        });
        row(rows, "download: 400 for an id that isn't kept any more, or never was", b -> {
            long first = b.start();
            b.mesos("stop");
            for (int i = 0; i < 3; i++) {
                b.start();
                b.mesos("stop");
            }
            b.mesos("download/raw?id=" + first).refuses("isn't kept any more");
            b.mesos("download/text?id=7").refuses("no run has that id");
        });
        row(rows, "download: 400 where there is no profile yet", b -> {
            for (String what : List.of("raw", "text", "graph")) {
                b.mesos("download/" + what).refuses("no run has finished yet");
            }
        });
        row(rows, "download: 400 where the last run has none; an earlier one's isn't taken for its own", b -> {
            long first = b.start();
            b.mesos("stop").is(200);
            b.start();
            b.allocator.values.put("prof.active", false);
            b.pass(Duration.ofSeconds(10));
            for (String what : List.of("raw", "text", "graph")) {
                b.mesos("download/" + what).refuses("switched off meanwhile", "name an earlier run by its id");
                b.mesos("download/" + what + "?id=" + first).is(200);
            }
            b.start();
            b.allocator.refusal.set("prof.dump");
            b.mesos("stop").refuses("prof.dump");
            b.mesos("download/raw").refuses("could not be dumped");
        });
        row(rows, "download: 400 where somebody has taken the file away", b -> {
            b.start();
            b.mesos("stop");
            for (Dump dump : b.dumps.list()) {
                Files.delete(dump.file());
            }
            b.mesos("download/raw").refuses("isn't kept any more");
        });
        row(rows, "download: 400 where text or graph can't be made, with why", b -> {
            b.start();
            b.mesos("stop");
            b.made.problem = new ApiException(422, "It isn't drawn", "it is too large", "Ask for text.");
            b.mesos("download/graph").refuses("It isn't drawn: it is too large. Ask for text.");
        });
        row(rows, "download, beyond theirs: more runs than the last are kept", b -> {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                ids.add(b.start());
                b.mesos("stop");
            }
            for (long id : ids) {
                b.mesos("download/raw?id=" + id).is(200);
            }
        });
        row(rows, "snapshot, beyond theirs: dumps in the middle", b -> {
            b.mesos("snapshot").refuses("none is on");
            long id = b.start();
            Answer first = b.mesos("snapshot").is(200);
            Answer second = b.mesos("snapshot").is(200);
            assertThat(first.text("id")).isEqualTo(Long.toString(id));
            assertThat(second.text("snapshot")).isEqualTo("2");
            assertThat(second.text("url_raw_profile"))
                    .isEqualTo("/memory-profiler/download/raw?id=" + id + "&snapshot=2");
            assertThat(b.get(first.text("url_raw_profile")).is(200).body()).startsWith("heap_v2/");
            assertThat(b.get(first.text("url_graph_profile")).is(200).body())
                    .isEqualTo("GRAPH of ASKED since BASELINE");
            assertThat(b.get(second.text("url_symbolized_profile")).is(200).body())
                    .isEqualTo("TEXT of ASKED since BASELINE");
            b.mesos("download/raw?id=" + id + "&snapshot=3").refuses("can't be fetched");
            b.mesos("download/raw?id=" + id + "&snapshot=0").refuses("can't be fetched");
            assertThat(b.isActive()).isTrue();
        });
    }

    private static void addTheRest(List<Named<Row>> rows) {
        row(rows, "statistics: jemalloc's own, in JSON", b -> {
            Answer answer = b.mesos("statistics").is(200);
            assertThat(answer.type()).startsWith("application/json");
            assertThat(answer.body()).isEqualTo("{\"options\":\"\"}");
        });
        row(rows, "statistics, beyond theirs: with options", b -> {
            assertThat(b.mesos("statistics?options=abl").is(200).body()).isEqualTo("{\"options\":\"abl\"}");
            b.mesos("statistics?options=q").refuses("'q' is no option");
        });
        row(rows, "state: its fields", b -> {
            JsonObject state = b.mesos("state").is(200).json();
            assertThat(state.keySet()).containsExactly("memory_profiler", "jemalloc");
            JsonObject profiler = state.getAsJsonObject("memory_profiler");
            assertThat(profiler.keySet()).containsExactly("jemalloc_detected", "tmp_dir", "tmpdir", "current_run");
            assertThat(profiler.get("jemalloc_detected").getAsBoolean()).isTrue();
            assertThat(profiler.get("tmp_dir").getAsString())
                    .isEqualTo(b.dumps.folder().toString());
            assertThat(profiler.get("tmpdir")).isEqualTo(profiler.get("tmp_dir"));
            JsonObject jemalloc = state.getAsJsonObject("jemalloc");
            assertThat(jemalloc.keySet()).containsExactly("malloc_conf", "profiling_enabled", "profiling_active");
            assertThat(jemalloc.get("profiling_enabled").getAsBoolean()).isTrue();
            assertThat(jemalloc.get("profiling_active").getAsBoolean()).isFalse();
        });
        row(rows, "state: where the configuration comes from, beyond theirs from all places", b -> {
            JsonObject conf =
                    b.mesos("state").json().getAsJsonObject("jemalloc").getAsJsonObject("malloc_conf");
            assertThat(conf.keySet())
                    .containsExactly("environment", "build_options", "etc_malloc_conf", "symbol", "second_symbol");
            assertThat(conf.get("environment").getAsString()).isEqualTo("prof:true");
            assertThat(conf.get("build_options").getAsString()).isEmpty();
            assertThat(conf.get("etc_malloc_conf").getAsString()).isEqualTo("abort:false");
        });
        row(rows, "state: id null before the first run, then the one that is on, then the last", b -> {
            assertThat(run(b).toString()).isEqualTo("{\"id\":null}");
            long id = b.start();
            b.pass(Duration.ofMillis(2500));
            assertThat(run(b).toString()).isEqualTo("{\"id\":" + id + ",\"remaining_seconds\":7.5}");
            b.mesos("stop");
            assertThat(run(b).toString()).isEqualTo("{\"id\":" + id + ",\"remaining_seconds\":0}");
        });
        row(rows, "state: nothing of jemalloc where it isn't detected", b -> {
            b.allocator.state.set(Detection.State.BYPASSED);
            JsonObject state = b.mesos("state").is(200).json();
            assertThat(state.keySet()).containsExactly("memory_profiler");
            assertThat(state.getAsJsonObject("memory_profiler")
                            .get("jemalloc_detected")
                            .getAsBoolean())
                    .isFalse();
        });
        row(rows, "state: the reason in the place of what can't be read", b -> {
            b.allocator.readRefusal.set("prof.active");
            assertThat(b.mesos("state")
                            .json()
                            .getAsJsonObject("jemalloc")
                            .get("profiling_active")
                            .getAsString())
                    .contains("prof.active");
        });
        row(rows, "help: a page has the parameters that its address takes, second names beside the first", b -> {
            assertThat(b.get("/help/memory-profiler/download/graph").is(200).body())
                    .contains("\n  hide  ", "Also called exclude.", "\n  call-tree  ")
                    .doesNotContain("\n  exclude  ", "\n  unit  ");
            assertThat(b.get("/help/memory-profiler/download/text").is(200).body())
                    .contains("\n  unit  ")
                    .doesNotContain("\n  call-tree  ");
        });
        row(rows, "help: a page for each address", b -> {
            String index = b.get("/help/memory-profiler").is(200).body();
            for (String name : List.of(
                    "start",
                    "stop",
                    "snapshot",
                    "download/raw",
                    "download/text",
                    "download/graph",
                    "statistics",
                    "state")) {
                assertThat(index).contains("\nGET /memory-profiler/" + name + "\n");
                assertThat(b.get("/help/memory-profiler/" + name).is(200).body())
                        .startsWith("GET /memory-profiler/" + name + "\n\n");
            }
        });
    }

    private static JsonObject run(MesosBench bench) {
        return bench.mesos("state").json().getAsJsonObject("memory_profiler").getAsJsonObject("current_run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "stop", "snapshot"})
    void whoMayOnlyReadChangesNothing(String name) throws IOException {
        try (MesosBench bench = new MesosBench(folder, Role.READ)) {
            assertThat(bench.mesos(name).status()).isEqualTo(403);
            assertThat(bench.mesos("state").status()).isEqualTo(200);
            assertThat(bench.allocator.writes).doesNotContain("prof.active=true");
        }
    }
}
