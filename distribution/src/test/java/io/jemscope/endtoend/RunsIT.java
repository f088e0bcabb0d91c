package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** A run goes on in the program whatever becomes of the command that has started it. */
class RunsIT {

    private static final Pattern STARTED = Pattern.compile("run ([0-9]+): running");

    @TempDir
    private Path folder;

    @OnEachJdk
    void outlivesTheCommandThatCtrlCEnds(Jdk jdk) throws Exception {
        try (LiveTarget target = LiveTarget.start(jdk, folder);
                TargetProcess command = target.command("start", target.pid(), "--duration", "5s")
                        .start()) {
            String id = command.awaitError(STARTED, Recorder.LIMIT).group(1);
            List<Plant> plants = target.leak();
            command.signal("INT");
            Outcome interrupted = command.await(Recorder.LIMIT);
            assertThat(interrupted.exitCode()).as("%s", interrupted).isEqualTo(TargetProcess.exitCodeOfSignal(2));
            assertThat(interrupted.error())
                    .contains("the run goes on without this command; its report: jemscope fetch " + target.pid() + " "
                            + id);

            assertThat(target.fine("state", target.pid())).contains(id);
            await().atMost(Recorder.LIMIT)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(
                            () -> assertThat(target.fine("runs", target.pid())).containsPattern(id + " .*finished"));
            assertThat(target.curl("/mtev/heap_profile")).contains("prof.active: false");

            assertThat(target.fine("fetch", target.pid())).contains("Steps.leak");
            Path file = folder.resolve("run.pb.gz");
            target.fine("fetch", target.pid(), id, "-o", file.toString());
            Recording recording = Recording.read(file);
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
            assertThat(target.fine("top", target.pid(), "--once")).contains("Steps.leak");
            target.endsAsEver();
        }
    }
}
