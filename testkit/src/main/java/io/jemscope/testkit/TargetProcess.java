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
 * A process that a test started. Closing it ends it and what it started, and removes what it wrote; nothing outlives a
 * test, whether it passes or not.
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

    /** Starts what is built, with its output going to two files in a folder that belongs to it. */
    static TargetProcess start(ProcessBuilder builder, Path folder) throws IOException {
        Path output = folder.resolve("output");
        Path error = folder.resolve("error");
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectOutput(output.toFile());
        builder.redirectError(error.toFile());
        return new TargetProcess(builder.start(), folder, output, error, String.join(" ", builder.command()));
    }

    /** The process's number. */
    public long pid() {
        return process.pid();
    }

    /**
     * Says whether it still runs.
     *
     * @return whether it does
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process itself, for what only it can tell, such as its children. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Waits for its end.
     *
     * @param limit how long at most
     * @return how it ended
     * @throws IOException where its output can't be read
     * @throws InterruptedException where the waiting thread is interrupted
     * @throws IllegalStateException where it still runs after that time; the message has what it wrote so far
     */
    public Outcome await(Duration limit) throws IOException, InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("Still running after " + limit + ": " + name + "\n" + soFar());
        }
        return new Outcome(process.exitValue(), Files.readAllBytes(output), Files.readAllBytes(error));
    }

    /**
     * Waits until it has written something to its standard output.
     *
     * @param pattern what to wait for; found anywhere
     * @param limit how long at most
     * @return the first match
     * @throws IOException where its output can't be read
     * @throws InterruptedException where the waiting thread is interrupted
     * @throws IllegalStateException where it ended, or the time is up, without that
     */
    public MatchResult awaitOutput(Pattern pattern, Duration limit) throws IOException, InterruptedException {
        return awaitIn(output, pattern, limit);
    }

    /**
     * Waits until it has written something to its standard error.
     *
     * @param pattern what to wait for; found anywhere
     * @param limit how long at most
     * @return the first match
     * @throws IOException where its output can't be read
     * @throws InterruptedException where the waiting thread is interrupted
     * @throws IllegalStateException where it ended, or the time is up, without that
     */
    public MatchResult awaitError(Pattern pattern, Duration limit) throws IOException, InterruptedException {
        return awaitIn(error, pattern, limit);
    }

    private MatchResult awaitIn(Path file, Pattern pattern, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            // Asked before the file is read, so that what it wrote last is looked at too.
            boolean ended = !process.isAlive();
            Matcher matcher = pattern.matcher(text(file));
            if (matcher.find()) {
                return matcher.toMatchResult();
            }
            if (ended || System.nanoTime() > deadline) {
                throw new IllegalStateException((ended ? "Ended" : "Waited " + limit + ", but came") + " without '"
                        + pattern + "': " + name + "\n" + soFar());
            }
            // A nap that the end of the process cuts short.
            boolean unused = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Sends it a signal.
     *
     * @param signal the signal's name, such as {@code TERM}
     * @throws IOException where {@code kill} can't be started
     * @throws InterruptedException where the waiting thread is interrupted
     * @throws IllegalStateException where {@code kill} fails
     */
    public void signal(String signal) throws IOException, InterruptedException {
        kill(signal, Long.toString(pid()));
    }

    /**
     * Sends a signal to its whole process group, as a terminal does on Ctrl-C. The process must lead one ({@code
     * setsid}).
     *
     * @param signal the signal's name, such as {@code INT}
     * @throws IOException where {@code kill} can't be started
     * @throws InterruptedException where the waiting thread is interrupted
     * @throws IllegalStateException where {@code kill} fails
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

    /** Whatever bytes a program writes, a test can look at them; broken UTF-8 is no error here. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private String soFar() throws IOException {
        return "--- standard output\n" + text(output) + "--- standard error\n" + text(error);
    }

    /** Ends it and what it started, at once, and removes what it wrote. */
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
     * The exit code of a process that a signal ended.
     *
     * @param number the signal's number, such as 9
     * @return the code that {@link Outcome#exitCode()} has then
     */
    public static int exitCodeOfSignal(int number) {
        return SIGNALLED + number;
    }
}
