package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The older systems' users, each with the commands of that system's own documentation, on a JVM that runs already: on jemalloc, and on
 * glibc's malloc, which Jemscope samples itself.
 */
class OlderClientsIT {

    /** The planted line's method, which nothing but Java frames can tell. */
    private static final String LEAK = "io.jemscope.testkit.programs.Steps.leak";

    private static final Path MESOS = Path.of("..", "examples", "mesos").toAbsolutePath();

    @TempDir
    private Path folder;

    /** The program's allocator. */
    enum Malloc {
        JEMALLOC,
        GLIBC
    }

    static Stream<Arguments> jvms() {
        return Jdks.all().stream().flatMap(jdk -> Stream.of(Malloc.values()).map(malloc -> Arguments.of(jdk, malloc)));
    }

    private LiveTarget start(Jdk jdk, Malloc malloc) throws Exception {
        return malloc == Malloc.JEMALLOC
                ? LiveTarget.start(jdk, folder)
                : LiveTarget.startWithoutJemalloc(jdk, folder, null);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jvms")
    void mesosStartSleepDownload(Jdk jdk, Malloc malloc) throws Exception {
        try (LiveTarget target = start(jdk, malloc)) {
            // Sampled from before the run begins, so that what was planted is in "everything"; and then not on, so that
            // the
            // run is Mesos's own.
            target.fine("activate", target.pid());
            List<Plant> plants = target.leak();
            target.fine("deactivate", target.pid());

            String said = target.tool(
                    "/bin/sh", MESOS.resolve("start-sleep-download.sh").toString(), target.address(), "1");
            assertThat(said).contains("\"remaining_seconds\":\"1\"").endsWith("fetched: raw\n");
            assertThat(folder.resolve("raw")).content().startsWith("heap_v2/16384\n");

            String byId = target.tool("/bin/sh", MESOS.resolve("by-id.sh").toString(), target.address(), "1");
            String id = byId.replaceAll("(?s)run ([0-9]+) ends in .*", "$1");
            assertThat(byId).endsWith("fetched: " + id + ".heap " + id + ".txt " + id + ".svg\n");
            assertThat(folder.resolve(id + ".svg")).content().contains("<svg");

            assertThat(target.curl("/memory-profiler/state"))
                    .contains("\"id\":" + id)
                    .satisfies(state -> {
                        boolean isJemalloc = malloc == Malloc.JEMALLOC;
                        assertThat(state.contains("\"jemalloc_detected\":true")).isEqualTo(isJemalloc);
                        assertThat(state.contains("\"jemalloc\":{")).isEqualTo(isJemalloc);
                    });
            assertThat(target.curl("/memory-profiler/statistics"))
                    .startsWith(malloc == Malloc.JEMALLOC ? "{\"jemalloc\":" : "{\"allocator\":\"glibc ");
            assertThat(target.fine("runs", target.pid())).contains(id);
            Path file = folder.resolve("run.pb.gz");
            target.fine("fetch", target.pid(), id, "--everything", "-o", file.toString());
            Recording recording = Recording.read(file);
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
            target.endsAsEver();
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jvms")
    void libmtevsAddressesByCurl(Jdk jdk, Malloc malloc) throws Exception {
        try (LiveTarget target = start(jdk, malloc)) {
            assertThat(target.curl("/mtev/heap_profile"))
                    .isEqualTo("opt.prof: true\nprof.active: false\nprof.thread_active_init: true\n");
            assertThat(target.curl("/mtev/heap_profile?active=true")).isEqualTo("Profiling is activated\n");
            assertThat(target.curl("/mtev/heap_profile?active=true")).isEqualTo("Profiling is activated\n");
            target.leak();

            String report = target.tool(
                    "/bin/sh",
                    "-c",
                    "curl -sS --fail -u :\"$JEMSCOPE_TOKEN\" '" + target.address()
                            + "/mtev/heap_profile?trigger_dump=true' > dump && jeprof --text " + jdk.java() + " dump");
            assertThat(report)
                    .containsPattern("Total: [1-9][0-9]*\\.[0-9] MB")
                    .containsPattern(" [1-9][0-9]*\\.[0-9] +[0-9.]+% os::malloc");

            assertThat(target.curl("/mtev/heap_profile?active=false")).isEqualTo("Profiling is deactivated\n");
            assertThat(target.curl("/mtev/memory.json"))
                    .startsWith(malloc == Malloc.JEMALLOC ? "{\"jemalloc\":" : "{\"allocator\":\"glibc ");
            target.endsAsEver();
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jvms")
    void trafficServersFourMessages(Jdk jdk, Malloc malloc) throws Exception {
        try (LiveTarget target = start(jdk, malloc)) {
            assertThat(message(target, "activate")).isEqualTo("profiling is active\n");
            assertThat(message(target, "activate")).isEqualTo("profiling is active\n");
            List<Plant> plants = target.leak();
            Recording recording = Recording.read(dumped(target));
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
            String word = malloc == Malloc.JEMALLOC ? "jemalloc" : "glibc";
            assertThat(message(target, "stats"))
                    .contains("Begin " + word + " statistics", "End " + word + " statistics");
            assertThat(message(target, "deactivate")).isEqualTo("profiling is inactive\n");
            // Not what it was there: a dump needs no active profile.
            Recording later = Recording.read(dumped(target));
            assertThat(plants).allSatisfy(later::assertHolds);

            Outcome refused = target.jemscope("msg", target.pid(), "memory_profile", "d");
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.error()).contains("activate, dump, stats or deactivate");
            assertThat(target.ended().error()).contains("Begin " + word + " statistics");
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jvms")
    void profileReadersPrintJavaNames(Jdk jdk, Malloc malloc) throws Exception {
        try (LiveTarget target = start(jdk, malloc)) {
            target.fine("activate", target.pid());
            target.leak();
            String from = target.addressWithToken();

            assertThat(target.tool("jeprof", "--text", from + "/pprof/heap")).contains(LEAK);
            assertThat(target.tool("go", "tool", "pprof", "-top", "-cum", from + "/debug/pprof/heap"))
                    .contains("Type: inuse_space")
                    .contains(LEAK);
            assertThat(target.curl("/metrics"))
                    .contains(
                            malloc == Malloc.JEMALLOC
                                    ? "\njemscope_jemalloc_resident_bytes "
                                    : "\njemscope_glibc_free_bytes ")
                    .contains(malloc == Malloc.JEMALLOC ? "name=\"jemalloc " : "name=\"glibc ")
                    .satisfies(metrics ->
                            assertThat(metrics.contains("jemscope_jemalloc_")).isEqualTo(malloc == Malloc.JEMALLOC));
            target.endsAsEver();
        }
    }

    private static Path dumped(LiveTarget target) throws Exception {
        String answer = message(target, "dump");
        assertThat(answer).matches("dumped to /.*/(by-)?jemalloc\\." + target.pid() + "\\.[0-9]+\\.m[0-9]+\\.heap\n");
        return Path.of(answer.substring("dumped to ".length()).strip());
    }

    private static String message(LiveTarget target, String word) throws Exception {
        return target.fine("msg", target.pid(), "memory_profile", word);
    }
}
