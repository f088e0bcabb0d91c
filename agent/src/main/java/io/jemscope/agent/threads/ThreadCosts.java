package io.jemscope.agent.threads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How much processor time the agent's threads take: of those that run as the kernel counts it, and the sum of those that
 * have ended. From {@code /proc/<pid>/task/<tid>/schedstat}, whose first number is the time on a processor in nanoseconds.
 */
public final class ThreadCosts {

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String FILE = "schedstat";

    private final List<Path> running = new ArrayList<>();
    private long endedNanos;

    /** Begins with no threads. */
    public ThreadCosts() {}

    /**
     * Runs the calling thread's work and counts it.
     *
     * @param work what the thread does, all of it
     */
    public void of(Runnable work) {
        Path own = own();
        add(own);
        try {
            work.run();
        } finally {
            remove(own);
        }
    }

    /**
     * How many of the agent's threads run.
     *
     * @return 1 or more where one of them asks
     */
    public synchronized int threads() {
        return running.size();
    }

    /**
     * The processor time of all threads so far.
     *
     * @return nanoseconds; 0 where the kernel doesn't count them
     */
    public synchronized long nanos() {
        long sum = endedNanos;
        for (Path thread : running) {
            sum += nanos(thread);
        }
        return sum;
    }

    /** The processor time of the calling thread so far, in nanoseconds; 0 where the kernel doesn't count it. */
    public static long ownNanos() {
        return nanos(Path.of("/proc/thread-self").resolve(FILE));
    }

    private synchronized void add(Path thread) {
        running.add(thread);
    }

    private synchronized void remove(Path thread) {
        running.remove(thread);
        endedNanos += nanos(thread);
    }

    /** The folder of the calling thread: /proc/thread-self leads to it, as pid/task/tid. */
    private static Path own() {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            return TASKS.resolve(target.getFileName()).resolve(FILE);
        } catch (IOException e) {
            return TASKS.resolve("unknown").resolve(FILE);
        }
    }

    private static long nanos(Path thread) {
        try {
            String text = new String(Files.readAllBytes(thread), StandardCharsets.ISO_8859_1);
            int blank = text.indexOf(' ');
            return blank < 0 ? 0 : Long.parseLong(text.substring(0, blank));
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
