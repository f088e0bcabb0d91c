package io.jemscope.cli;

import com.google.gson.JsonObject;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.RunText;
import io.jemscope.cli.target.Target;
import io.jemscope.cli.terminal.Console;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has the agent leave a running JVM. */
@Command(
        name = "detach",
        header = "Removes the agent from a running JVM.",
        description = {
            "",
            "Undoes what the agent did: switches off sampling that it switched on, ends its allocation log, restores "
                    + "the sampling rate, the controls and the hook, closes the port and removes the descriptor. There will be "
                    + "no last dump; existing dumps stay. The native library stays loaded with its tables of names, so that a "
                    + "later jemscope attach knows the frames of earlier samples.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope detach 4711",
            "",
            "Exit code: 0, also where no agent was in it; 2 for a wrong command line, 68 if TARGET fits no JVM or several, "
                    + "69 where the agent refuses or doesn't answer, 71 where it has left and couldn't put back or switch off "
                    + "something, which is told."
        })
final class DetachCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 20;

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--force", description = "Detach even during a run, which is then lost.")
    private boolean force;

    DetachCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Target target = jvm.target();
        AgentDescriptor agent = target.agent().orElse(null);
        if (agent == null) {
            JsonObject nothing = new JsonObject();
            nothing.addProperty("leaving", false);
            if (!jvm.printJson(new Answer(nothing), console)) {
                console.out().println("no agent is in " + target.name());
            }
            return ExitCode.OK;
        }
        Answer answer = jvm.ask(asked -> leave(asked, target));
        awaitGone(agent, target);
        if (!jvm.printJson(answer, console)) {
            console.out()
                    .println("the agent has left " + target.name()
                            + (answer.flag("deactivated") ? "; sampling is off" : ""));
        }
        List<String> failures = answer.texts("notPutBack");
        for (String failure : failures) {
            console.err().println("jemscope: " + failure);
        }
        return failures.isEmpty() ? ExitCode.OK : ExitCode.NOT_PUT_BACK;
    }

    private Answer leave(AgentClient agent, Target target) throws IOException, CommandFailure {
        if (force) {
            // Not even asked: a program whose Java heap is full answers nothing but this.
            return agent.leave();
        }
        Answer run = agent.describe().object("run");
        if (RunText.isOn(run)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the agent stays in " + target.name(),
                    RunText.line(run) + ", and would be lost",
                    "end it first: jemscope stop " + target.word() + "; or say --force");
        }
        return agent.leave();
    }

    private static void awaitGone(AgentDescriptor agent, Target target) throws CommandFailure, InterruptedException {
        AgentClient client = new AgentClient(agent);
        long until = System.nanoTime() + LIMIT.toNanos();
        while (answers(client)) {
            if (System.nanoTime() - until >= 0) {
                throw new CommandFailure(
                        ExitCode.REFUSED,
                        "the agent hasn't left " + target.name(),
                        "it still has its port after " + LIMIT.toSeconds() + " s",
                        "see what it does: jemscope state " + target.word());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** The port is the last that an agent gives up. One that is slow to answer, or hangs up, has it still. */
    private static boolean answers(AgentClient agent) {
        try {
            agent.describe();
            return true;
        } catch (ConnectException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
