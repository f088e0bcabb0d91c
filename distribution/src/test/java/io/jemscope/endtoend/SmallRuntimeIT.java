package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs on runtimes that {@code jlink} made of a few modules: with nothing but java.base, and with some more. */
class SmallRuntimeIT {

    private static final List<String> MODULES =
            List.of("java.base", "java.base,java.logging,java.management,jdk.unsupported");

    @TempDir
    private static Path runtimes;

    @TempDir
    private Path folder;

    /** JDK 24 and later may be built to make runtimes of themselves, without module files. */
    static Stream<Arguments> configurations() {
        return Jdks.all().stream()
                .filter(jdk -> jdk.feature() >= 24 || hasModuleFiles(jdk))
                .flatMap(jdk -> MODULES.stream().map(modules -> Arguments.of(jdk, modules)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("configurations")
    void areRecorded(Jdk jdk, String modules) throws Exception {
        Jdk small = link(jdk, modules);
        Recorder recorder = new Recorder(folder);

        Outcome outcome = recorder.record(Image.steps(small, "leak", "exit=3"));

        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(3);
        List<Plant> plants = Plant.parseAll(outcome.output());
        Recording recording = Recording.read(recorder.file());
        assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("configurations")
    void areControlled(Jdk jdk, String modules) throws Exception {
        Jdk small = link(jdk, modules);
        try (LiveTarget target = LiveTarget.start(small, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            String dump = "/api/v1/dumps/" + target.dumped() + "?wait=60&format=";

            assertThat(target.curl(dump + "text")).contains("io.jemscope.testkit.programs.Steps.leak");
            assertThat(target.curl("/metrics")).contains("jemalloc");
            assertThat(target.curl(dump + "svg")).contains("<svg", "Steps");
            assertThat(target.curl(dump + "pprof")).isNotEmpty();
            assertThat(target.curl("/api/v1/statistics?format=json")).startsWith("{");
            assertThat(target.curl("/api/v1/memory")).contains("\"javaHeap\"", "\"remainderBytes\"");
            assertThat(target.curl("/pprof/heap")).startsWith("heap_v2");
            assertThat(target.fine("state", target.pid())).contains("in place");
            target.endsAsEver();
        }
    }

    /** Links a runtime, once for all tests. */
    private static Jdk link(Jdk jdk, String modules) throws IOException, InterruptedException {
        Path home = runtimes.resolve(jdk.feature() + " with " + modules);
        if (!Files.isDirectory(home)) {
            Outcome linked = Recorder.run(TargetCommand.of(
                    jdk.home().resolve("bin").resolve("jlink").toString(),
                    "--add-modules",
                    modules,
                    "--output",
                    home.toString()));
            assumeTrue(linked.exitCode() == 0 || hasModuleFiles(jdk), "This JDK makes no runtimes");
            assertThat(linked.exitCode()).as("%s", linked).isZero();
        }
        return new Jdk(home, jdk.feature());
    }

    private static boolean hasModuleFiles(Jdk jdk) {
        return Files.isDirectory(jdk.home().resolve("jmods"));
    }
}
