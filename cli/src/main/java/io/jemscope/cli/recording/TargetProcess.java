package io.jemscope.cli.recording;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.ExactWords;
import io.jemscope.cli.launch.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The program itself: started with our standard streams for its own, told of the signals that we are told of. */
public final class TargetProcess {

    private final Process process;
    private final @Nullable Thread reader;

    private TargetProcess(Process process, @Nullable Thread reader) {
        this.process = process;
        this.reader = reader;
    }

    /**
     * Starts a program.
     *
     * @param launch its command and environment
     * @param outputLines takes the lines of its standard output; empty to leave the output alone
     * @return the running program
     * @throws CommandFailure where it can't be started
     */
    public static TargetProcess start(Launch launch, Optional<Consumer<String>> outputLines) throws CommandFailure {
        return start(launch, outputLines, () -> {});
    }

    /** Starts a program; {@code atEnd} is run before a signal ends the command, once the program has ended. */
    static TargetProcess start(Launch launch, Optional<Consumer<String>> outputLines, Runnable atEnd)
            throws CommandFailure {
        ProcessBuilder builder = new ProcessBuilder(launch.command());
        change(builder.environment(), launch.environment());
        builder.inheritIO();
        if (outputLines.isPresent()) {
            builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        try {
            Signals signals = Signals.listen(atEnd);
            Process process = builder.start();
            signals.program(process);
            return new TargetProcess(
                    process, outputLines.map(lines -> reader(process, lines)).orElse(null));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.CANNOT_RUN,
                    "'" + launch.command().get(0) + "' can't be run",
                    String.valueOf(e.getMessage()),
                    "try the command without jemscope first");
        }
    }

    /** Touches only what differs: the variables left alone keep their bytes, whatever the locale makes of them. */
    private static void change(Map<String, String> own, Map<String, String> wanted) throws CommandFailure {
        own.keySet().retainAll(wanted.keySet());
        for (Map.Entry<String, String> variable : wanted.entrySet()) {
            String name = variable.getKey();
            String value = variable.getValue();
            if (!value.equals(own.get(name))) {
                ExactWords.check(name, value);
                own.put(name, value);
            }
        }
    }

    private static Thread reader(Process process, Consumer<String> lines) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader output = process.inputReader()) {
                        output.lines().forEach(lines);
                    } catch (IOException | UncheckedIOException e) {
                        // The pipe breaks where the program is killed; what was read is read.
                        return;
                    }
                },
                "jemscope-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    long pid() {
        return process.pid();
    }

    boolean hasEndedAfter(Duration wait) throws InterruptedException {
        return process.waitFor(Math.max(1, wait.toMillis()), TimeUnit.MILLISECONDS);
    }

    /**
     * Waits for the program's end.
     *
     * @return its exit code, 128 and the signal's number where a signal ended it
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public int exitCode() throws InterruptedException {
        int code = process.waitFor();
        if (reader != null) {
            // The pipe may outlive the program in its children's hands: don't wait for those.
            reader.join(TimeUnit.SECONDS.toMillis(2));
        }
        return code;
    }
}
