package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Where something is missing the program runs on untouched, and one line on standard error says what it is. */
class UntouchedIT {

    @TempDir
    private Path folder;

    @OnEachJdk
    void withoutJemalloc(Jdk jdk) throws Exception {
        assertUntouched(chatter(jdk), with(chatter(jdk)));
        assertUntouched(chatter(jdk), with(chatter(jdk), "active=true"));
    }

    @OnEachJdk
    void withJemallocThatDoesNotProfile(Jdk jdk) throws Exception {
        TargetCommand preloaded =
                chatter(jdk).withVariable("LD_PRELOAD", Image.jemalloc().toString());

        assertUntouched(preloaded, with(preloaded));
    }

    @OnEachJdk
    void withOptionsThatAreWrong(Jdk jdk) throws Exception {
        TargetCommand preloaded = chatter(jdk)
                .withVariable("LD_PRELOAD", Image.jemalloc().toString())
                .withVariable("MALLOC_CONF", "prof:true,prof_active:false");

        assertUntouchedButOneLine(preloaded, with(preloaded, "fodler=/tmp"));
    }

    @OnEachJdk
    void whereNothingIsMissing(Jdk jdk) throws Exception {
        TargetCommand preloaded = chatter(jdk)
                .withVariable("LD_PRELOAD", Image.jemalloc().toString())
                .withVariable("MALLOC_CONF", "prof:true,prof_active:false");

        assertUntouched(preloaded, with(preloaded));
    }

    private static void assertUntouched(TargetCommand without, TargetCommand with) throws Exception {
        Outcome plain = Recorder.run(without);
        Outcome watched = Recorder.run(with);
        assertThat(watched.exitCode()).isEqualTo(plain.exitCode());
        assertThat(watched.outputBytes()).isEqualTo(plain.outputBytes());
        assertThat(watched.error()).isEqualTo(plain.error());
    }

    private static TargetCommand chatter(Jdk jdk) {
        return TargetCommand.of(Image.program(jdk, List.of(), "programs.Chatter", "a word"));
    }

    /** The same command with the agent in it. */
    private TargetCommand with(TargetCommand command, String... options) {
        List<String> arguments = new ArrayList<>(command.arguments());
        arguments.add(1, "-agentpath:" + Image.AGENT + (options.length == 0 ? "" : "=" + String.join(",", options)));
        return new TargetCommand(arguments, command.environment(), command.directory())
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
    }

    private static void assertUntouchedButOneLine(TargetCommand without, TargetCommand with) throws Exception {
        Outcome plain = Recorder.run(without);
        Outcome watched = Recorder.run(with);
        assertThat(watched.exitCode()).as("%s", watched).isEqualTo(plain.exitCode());
        assertThat(watched.outputBytes()).isEqualTo(plain.outputBytes());
        assertThat(watched.error().lines().filter(line -> line.startsWith("jemscope: ")))
                .as("%s", watched)
                .hasSize(1);
        assertThat(watched.error().replaceFirst("(?m)^jemscope: .*\n", "")).isEqualTo(plain.error());
    }
}
