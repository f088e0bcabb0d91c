package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that runs already, on jemalloc, takes the agent with {@code jcmd <pid> JVMTI.agent_load}. */
class AttachIT {

    private static final Pattern READY = Pattern.compile("ready");

    @TempDir
    private Path folder;

    @OnEachJdk
    void seesWhatIsAllocatedFromThenOn(Jdk jdk) throws Exception {
        Path goOn = folder.resolve("go-on");
        Path dumps = folder.resolve("dumps");
        TargetCommand command = TargetCommand.of(Image.steps(jdk, "print=ready", "await=" + goOn, "leak", "exit=0"))
                .withVariable("LD_PRELOAD", Image.jemalloc().toString())
                .withVariable("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:14")
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
        try (TargetProcess process = command.start()) {
            process.awaitOutput(READY, Recorder.LIMIT);
            Outcome attached = Recorder.run(TargetCommand.of(
                    jdk.jcmd().toString(),
                    Long.toString(process.pid()),
                    "JVMTI.agent_load",
                    Image.AGENT.toString(),
                    // In quotation marks of its own: jcmd takes what follows an equals sign for another option.
                    "\"folder=" + dumps + ",final=true\""));
            assertThat(attached.output()).as("%s", attached).contains("return code: 0");
            Files.createFile(goOn);

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
            List<Plant> plants = Plant.parseAll(outcome.output());
            Recording recording = Recording.read(dumps.resolve(process.pid() + ".final.heap"));
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
        }
    }
}
