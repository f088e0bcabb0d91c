package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in a state that a guest could make worse: ending in the middle of a dump, with very many threads. */
class HardTargetsIT {

    private final Jdk jdk = Jdks.all().get(Jdks.all().size() - 1);

    @TempDir
    private Path folder;

    @OnEachJdk
    void sigtermDuringADumpEndsTheProgramAndLeavesNoHalfDump(Jdk any) throws Exception {
        try (LiveTarget target = LiveTarget.start(any, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            // Over and over until nobody answers any more, so that the signal meets one.
            String dumps = "echo begun; while curl -sf -u :" + target.token() + " -X POST " + target.address()
                    + "/api/v1/dumps; do :; done";
            try (TargetProcess asking = target.shell(dumps).start()) {
                asking.awaitOutput(Pattern.compile("\"id\""), Recorder.LIMIT);

                Outcome outcome = target.terminated();

                assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(TargetProcess.exitCodeOfSignal(15));
                asking.await(Recorder.LIMIT);
            }
            for (Path dump : files()) {
                // Whatever is there under a dump's name is a whole one.
                assertThat(dump.getFileName().toString()).matches(".*\\.heap(\\.symbols)?|.*\\.alive|.*\\.log");
                if (dump.toString().endsWith(".heap")) {
                    assertThat(Recording.read(dump).profile().live().bytes()).isPositive();
                }
            }
        }
    }

    @Test
    void tenThousandThreadsAreSampledAndDumped() throws Exception {
        try (LiveTarget target = LiveTarget.start(jdk, folder, "threads=10000")) {
            target.fine("activate", target.pid());
            List<Plant> plants = target.leak();
            Path dump = folder.resolve("now.heap");

            target.fine("dump", target.pid(), "-o", dump.toString());

            Recording recording = Recording.read(dump);
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
            assertThat(target.fine("state", target.pid())).contains("hook");
            assertThat(target.fine("stats", target.pid())).contains("End jemalloc statistics");
            assertThat(target.fine("memory", target.pid())).containsPattern("thread stacks \\(10,\\d\\d\\d\\)");
            target.endsAsEver();
        }
    }

    /** Everything in the runtime folder, the dumps among it. */
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("runtime"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
