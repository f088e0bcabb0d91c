package io.jemscope.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that a test started. {@link #close} ends it and its children, and deletes its output, so that nothing outlives a test, even
 * a failed one.
 */
public final class TargetProcess implements AutoCloseable {

    private static final long POLL_MILLIS = 20;
    private static final int SIGNALLED = 128;

    private final Process process;
    private final Path folder;
    private final Path output;
    private final Path error;
    private final String name;

    private TargetProcess(Process process, Path folder, Path output, Path error, String name) {
        this.process = process;
        this.folder = folder;
        this.output = output;
        this.error = error;
        this.name = name;
    }

    /** Starts the process, with its output in two files in its own folder. */
    static TargetProcess start(ProcessBuilder builder, Path folder) throws IOException {
        Path output = folder.resolve("output");
        Path error = folder.resolve("error");
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectOutput(output.toFile());
        builder.redirectError(error.toFile());
        return new TargetProcess(builder.start(), folder, output, error, String.join(" ", builder.command()));
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns whether it is running. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process itself, for example to get its children. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Waits for its end.
     *
     * @throws IllegalStateException if it is still running after that time; the message has its output so far
     */
    public Outcome await(Duration limit) throws IOException, InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("Still running after " + limit + ": " + name + "\n" + soFar());
        }
        return new Outcome(process.exitValue(), Files.readAllBytes(output), Files.readAllBytes(error));
    }

    /**
     * Waits for a match anywhere in its standard output.
     *
     * @return the first match
     * @throws IllegalStateException if it ended, or the time is up, without a match
     */
    public MatchResult awaitOutput(Pattern pattern, Duration limit) throws IOException, InterruptedException {
        return awaitIn(output, pattern, limit);
    }

    /**
     * Waits for a match anywhere in its standard error.
     *
     * @return the first match
     * @throws IllegalStateException if it ended, or the time is up, without a match
     */
    public MatchResult awaitError(Pattern pattern, Duration limit) throws IOException, InterruptedException {
        return awaitIn(error, pattern, limit);
    }

    private MatchResult awaitIn(Path file, Pattern pattern, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            // Before the file is read, so that the last output is checked, too.
            boolean ended = !process.isAlive();
            Matcher matcher = pattern.matcher(text(file));
            if (matcher.find()) {
                return matcher.toMatchResult();
            }
            if (ended || System.nanoTime() > deadline) {
                throw new IllegalStateException((ended ? "Ended" : "Waited " + limit + ", but came") + " without '"
                        + pattern + "': " + name + "\n" + soFar());
            }
            // Wait a little, or until the process ends.
            boolean unused = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Sends it a signal.
     *
     * @param signal the signal's name, such as {@code TERM}
     * @throws IllegalStateException if {@code kill} fails
     */
    public void signal(String signal) throws IOException, InterruptedException {
        kill(signal, Long.toString(pid()));
    }

    /**
     * Sends a signal to its process group, like a terminal on Ctrl-C. The process must be the group's leader ({@code setsid}).
     *
     * @param signal the signal's name, such as {@code INT}
     * @throws IllegalStateException if {@code kill} fails
     */
    public void signalGroup(String signal) throws IOException, InterruptedException {
        kill(signal, "-" + pid());
    }

    private static void kill(String signal, String target) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-s", signal, "--", target)
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("kill -s " + signal + " " + target + " failed with " + code);
        }
    }

    /** Replaces invalid UTF-8, so that a test can read any output. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private String soFar() throws IOException {
        return "--- standard output\n" + text(output) + "--- standard error\n" + text(error);
    }

    /** Kills it and its children, and deletes its output. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> family = process.descendants().toList();
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
        Files.deleteIfExists(output);
        Files.deleteIfExists(error);
        Files.deleteIfExists(folder);
    }

    /**
     * Returns the {@link Outcome#exitCode()} of a process that a signal ended.
     *
     * @param number the signal's number, such as 9
     */
    public static int exitCodeOfSignal(int number) {
        return SIGNALLED + number;
    }
}
