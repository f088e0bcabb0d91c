package io.jemscope.cli;

import com.google.gson.JsonObject;
import io.jemscope.cli.attach.Attachment;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.AgentOptions;
import io.jemscope.cli.target.JvmProcess;
import io.jemscope.cli.target.Target;
import io.jemscope.cli.terminal.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings the agent into a running JVM. */
@Command(
        name = "attach",
        header = "Loads the agent into a running JVM.",
        description = {
            "",
            "Loads the agent; sampling stays off until you switch it on. Any JVM will do: "
                    + "where it doesn't run on jemalloc with prof:true, Jemscope samples its malloc itself. If the agent is "
                    + "already loaded, only the options below take effect.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope attach 4711",
            "  jemscope attach com.example.Main --active --folder /var/tmp/dumps",
            "",
            "JDK 21 and later write a warning to the program's standard error when an agent comes later; the program's own "
                    + "option -XX:+EnableDynamicAgentLoading avoids that.",
            "",
            "Exit code: 0, also where the agent was in already; 2 for a wrong command line, 68 where no JVM or several are "
                    + "meant, 69 where the JVM refuses to be attached to or the agent doesn't answer, 125 where it can't "
                    + "see jemscope's library."
        })
final class AttachCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--active", description = "Switch sampling on at once.")
    private boolean active;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "The folder for dumps, as the program sees it. Default: a private folder in the user's runtime folder.")
    private @Nullable Path folder;

    @Option(names = "--final", description = "Write a last dump there when the program ends.")
    private boolean finalDump;

    @Option(names = "--watch", description = TargetOptions.WATCH)
    private boolean watch;

    @Option(names = "--mmap", description = TargetOptions.MMAP + " Only where jemalloc doesn't take the samples.")
    private boolean mmap;

    @Option(
            names = "--library",
            paramLabel = "PATH",
            description =
                    "libjemscope.so as the program sees it, with jemscope-agent.jar beside it. Default: those of this "
                            + "installation.")
    private @Nullable Path library;

    AttachCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Target target = jvm.target();
        JvmProcess process = target.process().orElse(null);
        if (process == null) {
            throw new CommandFailure(
                    ExitCode.NO_TARGET,
                    "there is no JVM to attach to",
                    target.name() + " can't be seen from here",
                    "name it by its process id: jemscope list");
        }
        if (!process.isJvm()) {
            throw new CommandFailure(
                    ExitCode.NO_TARGET,
                    "no agent can be loaded into " + target.name(),
                    "it isn't a JVM",
                    "it is sampled without one: jemscope start " + target.word() + " --duration 30s");
        }
        Attachment attachment = new Attachment(process, System.getenv());
        AgentOptions options = options();
        AgentDescriptor there = target.agent().filter(attachment::isThere).orElse(null);
        if (there != null && watch) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the agent of " + target.name() + " can't be told to watch",
                    "it is in the program already, and reads this setting only at its start",
                    "jemscope detach " + target.word() + " && jemscope attach " + target.word() + " --watch");
        }
        if (mmap && process.isArmed()) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "memory that the libraries of " + target.name() + " map can't be counted",
                    "its jemalloc takes the samples, of its own memory alone",
                    "leave out --mmap, or start the program without prof:true");
        }
        if (there != null && options.isEmpty()) {
            tell(there, target, "the agent is in " + target.name() + " already");
            return ExitCode.OK;
        }
        attachment.check();
        Path loaded = attachment.library(library);
        attachment.warning().ifPresent(words -> console.err().println("jemscope: " + words));
        tell(attachment.load(loaded, options), target, "the agent is in " + target.name() + " now");
        return ExitCode.OK;
    }

    private AgentOptions options() {
        AgentOptions options = new AgentOptions();
        if (folder != null) {
            options.with("folder", folder.toString());
        }
        if (finalDump) {
            options.with("final", "true");
        }
        if (mmap) {
            options.with("mmap", "true");
        }
        if (watch) {
            options.with("watch", "true");
        }
        if (active || watch) {
            options.with("active", "true");
        }
        return options;
    }

    private void tell(AgentDescriptor agent, Target target, String words) {
        JsonObject json = new JsonObject();
        json.addProperty("pid", target.process().map(JvmProcess::pid).orElse(agent.pid()));
        json.addProperty("address", agent.address().toString());
        json.addProperty("folder", agent.folder().toString());
        if (jvm.printJson(new Answer(json), console)) {
            return;
        }
        console.out().println(words + ", at " + agent.address());
        if (target.process().map(process -> !process.sharesNetwork()).orElse(false)) {
            console.out().println("next, inside of its container: jemscope start " + agent.pid() + " --duration 30s");
            return;
        }
        console.out().println("next: jemscope start " + target.word() + " --duration 30s");
    }
}
