package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches from a real agent as the example configurations of other systems say. */
class ScrapeIT {

    private static final Path EXAMPLES = Path.of("..", "examples", "scrape").toAbsolutePath();

    private static final Pattern PATH = Pattern.compile("path\\s*[:=]\\s*\"?(/[a-z/]+)\"?");
    private static final Pattern TYPE = Pattern.compile("\\btype\\s*[:=]\\s*\"?(Bearer)\"?");

    @TempDir
    private Path folder;

    @Test
    void theExamplesFetchProfilesWithJavaLines() throws Exception {
        try (LiveTarget target = LiveTarget.start(Jdks.all().get(0), folder)) {
            target.fine("activate", target.pid());
            List<Plant> plants = target.leak();
            for (String name : List.of("parca.yaml", "config.alloy", "server.yml")) {
                String text = Files.readString(EXAMPLES.resolve(name));
                Outcome fetched = Recorder.run(TargetCommand.of(
                                "curl",
                                "-sf",
                                "-o",
                                name + ".pb.gz",
                                "-H",
                                "Authorization: " + first(TYPE, text) + " " + target.token(),
                                target.address() + first(PATH, text))
                        .in(folder));
                assertThat(fetched.exitCode()).as("%s", fetched).isZero();

                Outcome top = Recorder.run(
                        Image.jemscope("report", folder.resolve(name + ".pb.gz").toString()));

                assertThat(top.output()).contains(plants.get(0).site());
            }
            target.endsAsEver();
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }
}
