package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.control.RunRequest;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.live.LiveProfiles;
import io.jemscope.cli.live.RunProfile;
import io.jemscope.cli.live.RunText;
import io.jemscope.cli.live.RunWatch;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.ProgressLine;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.profile.filter.StackFilter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts a run in a running JVM, and reports it once it has ended. */
@Command(
        name = "start",
        header = "Samples a running JVM for a while and shows who holds the memory allocated in that time.",
        description = {
            "",
            "Starts a run, which samples until its time is over. The agent owns the run, so it survives this command. "
                    + "With --duration the command waits for the end and prints the report; Ctrl-C only stops waiting.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope start 4711 --duration 30s",
            "  jemscope start Main --duration 5mins --label 'after the deployment' -o run.pb.gz",
            "  jemscope start 4711 && … && jemscope stop 4711",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer, or the run has no profile, 73 where OUT can't be written."
        })
final class StartCommand implements Callable<Integer> {

    private static final Duration LONGEST = Duration.ofDays(1);

    /** The least rate that the agent takes without being told that it is meant. */
    private static final long DENSE_BYTES = 64 << 10;

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "How long to sample, such as 30s, 5mins or 1h30m; at most a day. Default: until jemscope stop.")
    private @Nullable Duration duration;

    @Option(names = "--label", paramLabel = "TEXT", description = "A name for the run.")
    private String label = "";

    @Option(
            names = "--rate",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "One sample per SIZE bytes allocated in this run, a power of two. Needs --discard.")
    private @Nullable Long rateBytes;

    @Option(
            names = "--discard",
            description =
                    "Delete all samples taken so far, for everybody who profiles this JVM. A new rate requires it.")
    private boolean discard;

    @Option(names = "--dense", description = "Allow a rate below 64k; so many samples cost the JVM noticeable memory.")
    private boolean dense;

    @Option(
            names = "--no-baseline",
            description = "Take no dump at the start; the run then includes what was sampled before.")
    private boolean noBaseline;

    @Option(names = "--no-wait", description = "Don't wait for the end of the run.")
    private boolean noWait;

    @Mixin
    private ProfileOutput output = new ProfileOutput();

    StartCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        RunRequest request = request();
        output.check();
        output.checkJson(jvm.isJson(), false);
        boolean waits = duration != null && !noWait;
        if (output.isFile() && !waits) {
            throw mistake("-o goes with --duration: without it there is nothing to write yet");
        }
        String word = jvm.target().word();
        Answer started = jvm.ask(
                agent -> agent.startRun(request),
                refusal -> "end what is on: jemscope stop " + word
                        + (isAboutExternal(refusal) ? " " + AgentClient.EXTERNAL + " --force" : ""));
        String id = started.shown("id");
        if (!waits) {
            if (!jvm.printJson(started, console)) {
                console.out().println(RunText.line(started));
                console.out()
                        .println("its end and report: jemscope stop " + word + " && jemscope fetch " + word + " " + id);
            }
            return ExitCode.OK;
        }
        console.err()
                .println("jemscope: " + RunText.line(started) + " in "
                        + jvm.target().name());
        Answer ended = await(started, "jemscope fetch " + word + " " + id);
        boolean isJson = jvm.printJson(ended, console);
        RunProfile.check(ended, word);
        if (!isJson || output.isFile()) {
            report(ended);
        }
        return ExitCode.OK;
    }

    /** Whether sampling is on for no run. The status is the same as where one is on, but the advice has another address. */
    private static boolean isAboutExternal(AgentException refusal) {
        return refusal.next().contains("/runs/" + AgentClient.EXTERNAL);
    }

    /** Ctrl-C ends the JVM that this runs in: the hook is what it has still to say. */
    private Answer await(Answer started, String fetch) throws CommandFailure, InterruptedException {
        ProgressLine progress = new ProgressLine(console.err(), Terminal.isError());
        Thread farewell = new Thread(() -> {
            progress.clear();
            console.err().println("jemscope: the run goes on without this command; its report: " + fetch);
        });
        Runtime.getRuntime().addShutdownHook(farewell);
        try {
            return jvm.ask(agent -> await(new RunWatch(agent, progress), started, fetch));
        } finally {
            forget(farewell);
        }
    }

    private Answer await(RunWatch watch, Answer started, String fetch)
            throws IOException, CommandFailure, InterruptedException {
        try {
            return watch.await(started);
        } catch (IOException e) {
            if (RunWatch.hasEnded(e)) {
                throw e;
            }
            CommandFailure silent = new CommandFailure(
                    ExitCode.REFUSED,
                    jvm.target().name() + " hasn't answered for " + RunWatch.PATIENCE.toSeconds() + " s",
                    Failures.words(e),
                    "the run goes on without this command; its report: " + fetch);
            silent.initCause(e);
            throw silent;
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs.
            return;
        }
    }

    private void report(Answer ended) throws CommandFailure, InterruptedException {
        jvm.ask(agent -> {
            output.report(
                    ended,
                    new LiveProfiles(agent, jvm.target()),
                    StackFilter.builder().build(),
                    console);
            return ended;
        });
    }

    private RunRequest request() throws CommandFailure {
        Duration span = duration;
        if (span != null && (span.isZero() || span.compareTo(LONGEST) > 0)) {
            throw mistake("--duration is from 1s to 24h");
        }
        if (rateBytes != null && !discard) {
            throw mistake("--rate goes with --discard: jemalloc forgets what it has sampled when the rate changes");
        }
        if (rateBytes != null && rateBytes < DENSE_BYTES && !dense) {
            throw mistake(
                    "a --rate below 64k goes with --dense: each small block that is sampled takes 16 KiB of the JVM's"
                            + " memory then");
        }
        OptionalLong rate = rateBytes == null
                ? OptionalLong.empty()
                : OptionalLong.of(SampleDistance.ofBytes(rateBytes).bytes());
        // The agent counts whole seconds.
        Optional<Duration> whole =
                Optional.ofNullable(span).map(some -> Duration.ofSeconds(Math.max(1, some.toSeconds())));
        return new RunRequest(whole, label, rate, discard, dense, !noBaseline);
    }

    private ParameterException mistake(String words) {
        return new ParameterException(spec.commandLine(), words);
    }
}
