package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.JemallocSums;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.profiling.RunClock;
import io.jemscope.agent.profiling.RunTimer;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Switches jemalloc's dumps at new highs of mapped memory, and switches them off again before they fill the disk: a program
 * that grows has hundreds of them made a second, and no limit removes any. It looks every second, and only while they were
 * switched on here and still are. For use by several threads.
 */
public final class HighWaterWatch {

    private static final long MOST_FILES = 1_000;
    private static final long PERIOD_NANOS = 1_000_000_000L; // 1 s
    private static final long AGAIN_NANOS = 5_000_000_000L; // 5 s

    private final Allocator allocator;
    private final DumpStore dumps;
    private final EventLog events;
    private final RunClock clock;
    private final RunTimer timer;
    private final Consumer<String> notices;

    /** What was dumped since they were switched on; null where they weren't, or are off again. */
    private @Nullable JemallocSums made;

    /** Whether it was told already that they can't be switched off. */
    private boolean told;

    /**
     * Makes it; nothing is switched.
     *
     * @param allocator whose dumps they are
     * @param dumps finds them
     * @param events takes their being switched off
     * @param clock what the timer goes by
     * @param timer for this alone
     * @param notices takes a line when they are switched off
     */
    public HighWaterWatch(
            Allocator allocator,
            DumpStore dumps,
            EventLog events,
            RunClock clock,
            RunTimer timer,
            Consumer<String> notices) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.events = events;
        this.clock = clock;
        this.timer = timer;
        this.notices = notices;
    }

    /** Switches them on or off. */
    synchronized void switchTo(boolean on) throws AllocatorException {
        if (on) {
            // Before: never on without a watch. If switching on fails, the first look ends the watch.
            made = new JemallocSums(0, 0, dumps.newestHighWater());
            told = false;
            lookLater(PERIOD_NANOS);
            allocator.write(Control.PROF_GDUMP, true);
        } else {
            allocator.write(Control.PROF_GDUMP, false);
            close();
        }
    }

    /** Looks no more; nothing is switched. */
    public synchronized void close() {
        made = null;
        timer.cancel();
    }

    private void lookLater(long pauseNanos) {
        timer.set(clock.nanos() + pauseNanos, this::await);
    }

    private void await() {
        // First: a thread that holds this object's lock must not wait for a dump.
        dumps.between().lock();
        try {
            look();
        } finally {
            dumps.between().unlock();
        }
    }

    private synchronized void look() {
        JemallocSums before = made;
        if (before == null) {
            return;
        }
        JemallocSums now = before.plus(dumps.highWatersAfter(before.last()));
        made = now;
        long pause = PERIOD_NANOS;
        try {
            if (!allocator.find(Control.PROF_GDUMP).orElse(false)) {
                made = null;
            } else if (now.files() >= MOST_FILES
                    || now.bytes() >= dumps.limits().mostBytes()) {
                allocator.write(Control.PROF_GDUMP, false);
                made = null;
                tell(now);
            }
        } catch (AllocatorException e) {
            pause = AGAIN_NANOS;
            tellOnce(String.valueOf(e.getMessage()));
        }
        if (made != null) {
            lookLater(pause);
        }
    }

    private void tellOnce(String why) {
        if (!told) {
            told = true;
            String what = "how many dumps prof.gdump makes could not be bounded: " + why;
            events.record(EventKind.REFUSAL, what);
            notices.accept(what + ". It is tried again every 5 seconds; no limit removes these dumps.");
        }
    }

    private void tell(JemallocSums sums) {
        String what = "prof.gdump was switched off: since it was switched on here jemalloc has made " + sums.files()
                + " dumps of " + (sums.bytes() >> 20) + " MiB together at new highs of mapped memory";
        events.record(EventKind.CHANGE, what);
        notices.accept(what
                + ", and no limit removes them. Delete those that aren't needed; to have more, switch it on again.");
    }
}
