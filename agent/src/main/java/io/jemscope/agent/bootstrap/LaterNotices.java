package io.jemscope.agent.bootstrap;

import io.jemscope.agent.threads.BackgroundExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Writes notices in the background, so that no lock is held while the program's standard error is a full pipe, and
 * long texts for the same place. What comes faster than it can be written is counted, and the next that is written says how
 * much that was.
 */
final class LaterNotices implements Consumer<String> {

    private static final int WAITING = 100;

    /** Of long texts one is written and one waits: they take some 100 KiB each. */
    private static final int TEXTS = 2;

    private final Consumer<String> notices;
    private final BackgroundExecutor writer;
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger lostTexts = new AtomicInteger();

    LaterNotices(Consumer<String> notices, ThreadFactory threads) {
        this.notices = notices;
        this.writer = new BackgroundExecutor(WAITING, threads);
    }

    @Override
    public void accept(String text) {
        execute(new Runnable() {
            @Override
            public void run() {
                tellLost();
                notices.accept(text);
            }
        });
    }

    private boolean execute(Runnable task) {
        boolean taken = writer.execute(task);
        if (!taken) {
            lost.incrementAndGet();
        }
        return taken;
    }

    /** Takes long texts, which are written between the notices as they are. */
    Consumer<String> texts(Consumer<String> place) {
        return new Texts(place);
    }

    private final class Texts implements Consumer<String> {

        private final Consumer<String> place;
        private final AtomicInteger kept = new AtomicInteger();

        Texts(Consumer<String> place) {
            this.place = place;
        }

        @Override
        public void accept(String text) {
            if (kept.incrementAndGet() > TEXTS) {
                kept.decrementAndGet();
                lostTexts.incrementAndGet();
            } else if (!execute(() -> write(text))) {
                kept.decrementAndGet();
            }
        }

        private void write(String text) {
            try {
                tellLost();
                place.accept(text);
            } finally {
                kept.decrementAndGet();
            }
        }
    }

    private void tellLost() {
        tellLost(lost.getAndSet(0), " lines");
        tellLost(lostTexts.getAndSet(0), " requested texts");
    }

    private void tellLost(int count, String what) {
        if (count > 0) {
            notices.accept(count + what + " before this one were lost, since standard error took no more");
        }
    }

    /** Writes those that are still to be written, for a fifth of a second at most. */
    void close() {
        writer.close();
    }
}
