package io.jemscope.agent;

import io.jemscope.agent.threads.Errands;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Notices that nobody waits for, so that no lock is held while the program's standard error is a pipe that nobody reads.
 * Those that come faster than they can be written are counted, and the next that is written says how many they were.
 */
final class LaterNotices implements Consumer<String> {

    private static final int WAITING = 100;

    private final Consumer<String> notices;
    private final Errands writer;
    private final AtomicInteger lost = new AtomicInteger();

    LaterNotices(Consumer<String> notices, ThreadFactory threads) {
        this.notices = notices;
        this.writer = new Errands(WAITING, threads, new Runnable() {
            @Override
            public void run() {
                lost.incrementAndGet();
            }
        });
    }

    @Override
    public void accept(String text) {
        writer.execute(new Runnable() {
            @Override
            public void run() {
                write(text);
            }
        });
    }

    private void write(String text) {
        int missing = lost.getAndSet(0);
        if (missing > 0) {
            notices.accept(missing + " lines before this one were lost, since standard error took no more");
        }
        notices.accept(text);
    }

    /** Writes those that are still to be written, for a fifth of a second at most. */
    void close() {
        writer.close();
    }
}
