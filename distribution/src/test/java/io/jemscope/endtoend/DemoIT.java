package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first command of the README keeps its promise. */
class DemoIT {

    @TempDir
    private Path folder;

    @Test
    void namesTheLeaksFirstAndInOrder() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));

        Outcome outcome = Recorder.run(Image.jemscope("demo")
                .in(folder)
                .withVariable("TMPDIR", temporary.toString())
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString()));

        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        // The demonstration shows the program's lines behind a name of its own.
        List<Plant> plants = Plant.parseAll(outcome.output().replaceAll("(?m)^ *shop: ", ""));
        assertThat(plants).hasSize(4);
        assertThat(outcome.error())
                .containsSubsequence(plants.stream().map(Plant::site).toList());
        assertThat(outcome.output()).doesNotContain("DIFFERS");
        // Honest churn holds nothing.
        assertThat(outcome.error()).doesNotContain("PageRenderer", "OrderExport");
    }
}
