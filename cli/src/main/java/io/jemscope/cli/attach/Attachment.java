package io.jemscope.cli.attach;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.launch.AgentOptions;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.target.JvmProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Brings the agent into one running JVM. */
public final class Attachment {

    /** The feature version from which on JDKs warn of agents that come later. */
    private static final int WARNING_SINCE = 21;

    private static final Duration START = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 20;
    private static final int UNAVAILABLE = 503;

    private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";
    private static final String FORBID = "-XX:-EnableDynamicAgentLoading";
    private static final String DEAF = "-XX:+DisableAttachMechanism";

    private final JvmProcess jvm;
    private final Map<String, String> environment;

    /**
     * Makes one.
     *
     * @param environment this process's environment
     */
    public Attachment(JvmProcess jvm, Map<String, String> environment) {
        this.jvm = jvm;
        this.environment = Map.copyOf(environment);
    }

    /**
     * Says what stands in the way, as far as it can be known without disturbing the program.
     *
     * @throws CommandFailure where something does
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public void check() throws CommandFailure, InterruptedException {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            throw refused(
                    "the Java that jemscope runs on can't attach to others",
                    "it lacks the module jdk.attach",
                    "run jemscope on a full JDK");
        }
        if (jvm.hasOption(DEAF)) {
            throw refused(
                    jvm.name() + " doesn't allow attaching",
                    "it was started with " + DEAF,
                    "start it without, or from the beginning with: jemscope run -- COMMAND");
        }
        if (jvm.hasOption(FORBID)) {
            throw refused(
                    jvm.name() + " lets no agent in",
                    "it was started with " + FORBID,
                    "start it without, or from the beginning with: jemscope run -- COMMAND");
        }
    }

    /**
     * What will be seen on the program's standard error, and how to avoid that the next time.
     *
     * @return a sentence; empty where nothing will be seen
     */
    public Optional<String> warning() {
        int version = JdkVersion.of(jvm);
        return version < WARNING_SINCE || jvm.hasOption(ALLOW)
                ? Optional.empty()
                : Optional.of("JDK " + version + " warns of agents that come later, on the program's standard error; "
                        + ALLOW + " at its start avoids that");
    }

    /**
     * Says which library to load: the one that is in the program already, whatever has become of its file, else the image's.
     *
     * @param named a path as the program sees it; null for none
     * @return the path as the program sees it
     * @throws CommandFailure where the program can't see it
     */
    public Path library(@Nullable Path named) throws CommandFailure {
        if (jvm.agentLibrary().isPresent()) {
            return jvm.agentLibrary().get();
        }
        Path library = named;
        if (library == null) {
            Image image = Image.own();
            image.check();
            library = image.nativeAgent();
        }
        if (!Files.isReadable(jvm.seen(library))) {
            Path folder = library.getParent();
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    jvm.name() + " can't see jemscope's library",
                    library + " isn't in its file system" + (jvm.sharesFiles() ? "" : ", which is a container's"),
                    jvm.sharesFiles()
                            ? "name libjemscope.so with --library"
                            : "copy the folder into it: cp -r " + folder + " /proc/" + jvm.pid()
                                    + "/root/tmp/jemscope-lib, and say --library /tmp/jemscope-lib/libjemscope.so");
        }
        return library;
    }

    /**
     * Loads the agent and waits until it answers. Where one is in the program already it does what its options can still
     * change; where one has left it, it comes back.
     *
     * @param library the library, as the program sees it
     * @param options what it is told
     * @throws CommandFailure where it can't be loaded, or doesn't answer
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public AgentDescriptor load(Path library, AgentOptions options) throws CommandFailure, InterruptedException {
        try {
            AttachMechanism.load(jvm.pid(), library, options.text());
        } catch (IOException e) {
            CommandFailure failure = refused(
                    "can't attach to " + jvm.name(), Failures.words(e), nextAfter(String.valueOf(e.getMessage())));
            failure.initCause(e);
            throw failure;
        }
        long until = System.nanoTime() + START.toNanos();
        do {
            Optional<AgentDescriptor> agent = jvm.descriptor(environment).filter(this::isThere);
            if (agent.isPresent()) {
                return agent.get();
            }
            Thread.sleep(PAUSE_MILLIS);
        } while (System.nanoTime() - until < 0);
        throw refused(
                "the agent was loaded into " + jvm.name() + " and doesn't answer",
                "it says why on the program's standard error",
                "fix that and attach again");
    }

    /**
     * Says whether an agent is in the program: a descriptor may be one that was left behind.
     *
     * @return whether it answers; yes as well where it can't be reached, since it listens in a container
     */
    public boolean isThere(AgentDescriptor agent) {
        if (!jvm.sharesNetwork()) {
            return true;
        }
        try {
            return new AgentClient(agent).describe().number("pid") == agent.pid();
        } catch (AgentException e) {
            // Such as one that leaves the last of the Java heap to the program: a refusal is an answer, too.
            return e.status() == UNAVAILABLE;
        } catch (IOException e) {
            return false;
        }
    }

    private String nextAfter(String message) {
        if (message.contains("well-known file is not secure")
                || message.contains("not permitted")
                || message.contains("denied")) {
            return "run jemscope as the program's own user (uid " + jvm.uid() + "), or as root";
        }
        if (message.contains("ynamic agent loading")) {
            return "start the program with " + ALLOW;
        }
        return "see whether the program still answers: jcmd " + jvm.pid() + " VM.version";
    }

    private static CommandFailure refused(String what, String why, String next) {
        return new CommandFailure(ExitCode.REFUSED, what, why, next);
    }
}
