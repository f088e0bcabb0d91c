package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Programs that start others, and programs that others start. */
class ChildrenIT {

    private static final String ENVIRONMENT =
            "env | grep -E '^(LD_PRELOAD|MALLOC_CONF|JAVA_TOOL_OPTIONS|JEMSCOPE_SAVED.*)=' | sort; echo end";

    @TempDir
    private Path folder;

    @OnEachJdk
    void childrenInheritNothing(Jdk jdk) throws Exception {
        Outcome outcome = new Recorder(folder).record(parent(jdk, "sh", "-c", ENVIRONMENT));

        assertThat(outcome.output()).as("%s", outcome).isEqualTo("end\n");
    }

    @OnEachJdk
    void childrenInheritWhatTheUserHadSet(Jdk jdk) throws Exception {
        TargetCommand command = new Recorder(folder)
                .command(parent(jdk, "sh", "-c", ENVIRONMENT))
                .withVariable("MALLOC_CONF", "narenas:2");

        Outcome outcome = Recorder.run(command);

        assertThat(outcome.output()).as("%s", outcome).isEqualTo("MALLOC_CONF=narenas:2\nend\n");
    }

    @OnEachJdk
    void childrenAreRecordedWhereThatIsAskedFor(Jdk jdk) throws Exception {
        Recorder recorder = new Recorder(folder);
        List<String> program = parent(jdk, Image.steps(jdk, "leak", "exit=5").toArray(String[]::new));

        Outcome outcome = Recorder.run(recorder.commandWithoutFile(program, "--follow-children"));

        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(5);
        assertOneRecordingHolds(recorder, outcome);
    }

    @OnEachJdk
    void aShellScriptCanBeTheCommand(Jdk jdk) throws Exception {
        Path script = folder.resolve("start a server.sh");
        Files.writeString(script, "#!/bin/sh\n" + String.join(" ", Image.steps(jdk, "leak")) + "\nexit 9\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Recorder recorder = new Recorder(folder);

        Outcome outcome = recorder.record(List.of(script.toString()));

        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(9);
        List<Plant> plants = Plant.parseAll(outcome.output());
        Recording recording = Recording.read(recorder.file());
        assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
    }

    @OnEachJdk
    void everyJvmOfAScriptIsRecorded(Jdk jdk) throws Exception {
        String small = String.join(" ", Image.steps(jdk, "leak"));
        String large = String.join(" ", Image.steps(jdk, "leak", "leak", "leak"));
        Recorder recorder = new Recorder(folder);

        Outcome outcome =
                Recorder.run(recorder.commandWithoutFile(List.of("sh", "-c", small + "; " + large + "; exit 8")));

        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(8);
        assertThat(recorder.recordings())
                .hasSize(2)
                .allSatisfy(file ->
                        assertThat(outcome.error()).contains(file.getFileName().toString()));
        List<Plant> plants = Plant.parseAll(outcome.output());
        // The one that holds most is the one that is reported.
        Plant most = plants.get(plants.size() - 1);
        List<Recording> found = new ArrayList<>();
        for (Path file : recorder.recordings()) {
            found.add(Recording.read(file));
        }
        assertThat(found).anySatisfy(recording -> recording.assertHolds(most));
        assertThat(found).anySatisfy(recording -> recording.assertHolds(plants.get(0)));
    }

    private static List<String> parent(Jdk jdk, String... child) {
        return Image.program(jdk, List.of(), "programs.Parent", child);
    }

    private static void assertOneRecordingHolds(Recorder recorder, Outcome outcome) throws IOException {
        List<Plant> plants = Plant.parseAll(outcome.output());
        assertThat(plants).isNotEmpty();
        List<Recording> found = new ArrayList<>();
        for (Path file : recorder.recordings()) {
            found.add(Recording.read(file));
        }
        assertThat(found).anySatisfy(recording -> plants.forEach(recording::assertHolds));
    }
}
