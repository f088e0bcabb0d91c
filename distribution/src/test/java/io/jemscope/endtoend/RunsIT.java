package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
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

    /** Of a program that was sampled before the run, the run's report has what it holds more, and says what it held. */
    @OnEachJdk
    void tellsWhatCameFromWhatWasThere(Jdk jdk) throws Exception {
        Path done = folder.resolve("done");
        List<String> last = List.of("leak", "print=again", "await=" + done);
        try (LiveTarget target =
                LiveTarget.start(LiveTarget.program(jdk, List.of(), folder, List.of(), last), folder)) {
            target.fine("activate", target.pid());
            List<Plant> before = target.leak();
            target.fine("start", target.pid(), "--label", "second leak");
            target.last("again");
            target.fine("stop", target.pid());

            String report = target.fine("fetch", target.pid());
            assertThat(report)
                    .containsPattern(
                            "^Allocated during run [0-9]+ 'second leak' \\([^)]*s\\) and still live: net growth [-+][0-9]")
                    .contains("(live when it began: ");
            Path file = folder.resolve("run.pb.gz");
            target.fine("fetch", target.pid(), "-o", file.toString());
            assertThat(target.fine("report", file.toString()).lines().findFirst())
                    .isEqualTo(report.lines().findFirst());

            JsonObject row = leak(target.fine("report", file.toString(), "--json"));
            double planted = before.stream().mapToDouble(Plant::bytes).sum();
            assertThat(row.get("before").getAsDouble()).isCloseTo(planted, Percentage.withPercentage(0.1));
            assertThat(row.get("change").getAsDouble()).isCloseTo(planted, Percentage.withPercentage(0.1));
            assertThat(row.get("significant").getAsBoolean()).isTrue();
            assertThat(row.get("change").getAsDouble())
                    .isBetween(
                            row.get("changeLow").getAsDouble(),
                            row.get("changeHigh").getAsDouble());
            Files.createFile(done);
            target.endsAsEver();
        }
    }

    private static JsonObject leak(String json) {
        for (JsonElement row : JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("rows")) {
            if (row.getAsJsonObject().get("name").getAsString().contains("Steps.leak")) {
                return row.getAsJsonObject();
            }
        }
        throw new AssertionError("no row of Steps.leak: " + json);
    }
}
