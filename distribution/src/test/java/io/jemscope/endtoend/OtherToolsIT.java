package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.stress.AsyncProfiler;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A program on glibc in which another tool puts itself in malloc's place, or which has another allocator than glibc's. */
class OtherToolsIT {

    /** Of Debian; their packages are libtcmalloc-minimal4 and libmimalloc2.0. */
    private static final Map<String, String> ALLOCATORS =
            Map.of("libtcmalloc_minimal.so.4", "tcmalloc 2.", "libmimalloc.so.2.0", "mimalloc 2.");

    private static final String REFUSED = "libasyncProfiler.so has replaced malloc in [1-9][0-9]* libraries";

    @TempDir
    private Path folder;

    private Path asyncProfiler;

    @BeforeEach
    void unpack() throws Exception {
        asyncProfiler = AsyncProfiler.unpack(Files.createDirectory(folder.resolve("tool")));
    }

    @OnEachJdk
    void aToolInMallocsPlaceIsNamedAndLeftThere(Jdk jdk) throws Exception {
        try (LiveTarget target = LiveTarget.startWithoutJemalloc(jdk, folder, null)) {
            tool(jdk, target, "start,nativemem=64k");

            Outcome refused = target.jemscope("activate", target.pid());
            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(69);
            assertThat(refused.error()).containsPattern(REFUSED).contains("can't start", "stop that tool");
            assertThat(target.jemscope("start", target.pid(), "--duration", "1s")
                            .error())
                    .containsPattern(REFUSED);
            assertThat(target.jemscope("msg", target.pid(), "memory_profile", "activate")
                            .error())
                    .containsPattern(REFUSED);
            assertThat(target.answer("GET", "/memory-profiler/start?duration=1"))
                    .startsWith("400\n")
                    .containsPattern(REFUSED);
            assertThat(target.answer("GET", "/mtev/heap_profile?active=true"))
                    .startsWith("409\n")
                    .containsPattern(REFUSED);
            assertThat(target.curl("/mtev/heap_profile")).contains("prof.active: false\n");
            target.leak();
            tool(jdk, target, "stop");
            target.endsAsEver();
        }
    }

    /** Ours is called by the tool's functions from then on, and passes everything on after it has left. */
    @OnEachJdk
    void aToolThatComesLaterMayStayLonger(Jdk jdk) throws Exception {
        Path stopped = folder.resolve("stopped");
        List<String> program = LiveTarget.program(
                jdk,
                List.of("-Dtestkit.requested=true"),
                folder,
                List.of("churn=1"),
                List.of("leak", "print=leaked", "await=" + stopped));
        try (LiveTarget target = LiveTarget.startWithoutJemalloc(program, folder, null)) {
            target.fine("activate", target.pid());
            List<Plant> plants = target.leak();
            tool(jdk, target, "start,nativemem=64k");
            Path dump = folder.resolve("dump.heap");
            target.fine("dump", target.pid(), "-o", dump.toString());
            target.fine("deactivate", target.pid());
            assertThat(target.jemscope("activate", target.pid()).error()).containsPattern(REFUSED);

            target.fine("detach", target.pid());
            target.last("leaked");
            tool(jdk, target, "stop");
            target.fine("attach", target.pid());
            assertThat(target.jemscope("activate", target.pid()).error()).containsPattern(REFUSED);
            Files.createFile(stopped);
            target.endsAsEver();
            Recording recording = Recording.read(dump);
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
        }
    }

    @OnEachJdk
    void otherAllocatorsAreNamedAndSampled(Jdk jdk) throws Exception {
        for (Map.Entry<String, String> allocator : ALLOCATORS.entrySet()) {
            Path own = Files.createDirectory(folder.resolve(allocator.getKey()));
            Path library = Image.library(allocator.getKey()).orElse(null);
            assumeTrue(library != null, "Debian: apt-get install libtcmalloc-minimal4 libmimalloc2.0");
            try (LiveTarget target = LiveTarget.startWithoutJemalloc(jdk, own, library)) {
                assertThat(target.fine("state", target.pid()))
                        .containsPattern("allocator +" + allocator.getValue() + "[0-9.]+, sampled by jemscope\n")
                        .contains("not known: Jemscope reads no statistics of " + allocator.getValue());
                target.fine("activate", target.pid());
                List<Plant> plants = target.leak();
                Path dump = own.resolve("dump.heap");
                target.fine("dump", target.pid(), "-o", dump.toString());
                for (String verb : List.of("stats", "purge")) {
                    Outcome refused = target.jemscope(verb, target.pid());
                    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(69);
                    assertThat(refused.error()).contains("malloc is that of " + allocator.getValue());
                }
                assertThat(target.curl("/metrics")).doesNotContain("jemscope_glibc_", "jemscope_jemalloc_");
                target.fine("detach", target.pid());
                target.endsAsEver();
                Recording recording = Recording.read(dump);
                assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
                assertThat(recording.profile().metadata().facts().get("jemalloc"))
                        .startsWith(allocator.getValue());
            }
        }
    }

    private void tool(Jdk jdk, LiveTarget target, String command) throws Exception {
        Outcome loaded = Recorder.run(TargetCommand.of(
                jdk.jcmd().toString(),
                target.pid(),
                "JVMTI.agent_load",
                asyncProfiler.toString(),
                "\"" + command + ",file=" + folder.resolve("tool.jfr") + "\""));
        assertThat(loaded.output()).as("%s", loaded).contains("return code: 0");
    }
}
