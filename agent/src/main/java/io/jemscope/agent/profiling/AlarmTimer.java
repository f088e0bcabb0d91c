package io.jemscope.agent.profiling;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A timer with a thread that is there only while an alarm is set, and sleeps until it is due. */
public final class AlarmTimer implements RunTimer {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long AGAIN_NANOS = 5_000_000_000L; // 5 s

    private final ThreadFactory threads;
    private final RunClock clock;
    private @Nullable Alarm alarm;

    /**
     * Makes a timer; no thread is started yet.
     *
     * @param threads makes its threads; they must be daemons
     * @param clock the clock it goes by
     */
    public AlarmTimer(ThreadFactory threads, RunClock clock) {
        this.threads = threads;
        this.clock = clock;
    }

    @Override
    public synchronized void set(long deadlineNanos, Runnable work) {
        Alarm fresh = new Alarm(deadlineNanos, work);
        threads.newThread(fresh).start();
        cancel();
        alarm = fresh;
    }

    @Override
    public synchronized void cancel() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    private final class Alarm implements Runnable {

        private final Runnable work;
        private long deadlineNanos;
        private boolean cancelled;

        Alarm(long deadlineNanos, Runnable work) {
            this.deadlineNanos = deadlineNanos;
            this.work = work;
        }

        @Override
        public void run() {
            while (awaitDeadline()) {
                try {
                    work.run();
                    return;
                } catch (OutOfMemoryError e) {
                    // The host's heap is full, for now perhaps; sampling mustn't stay on for that.
                    deadlineNanos = clock.nanos() + AGAIN_NANOS;
                }
            }
        }

        /** True where the time has come, false where the alarm was taken back. */
        private synchronized boolean awaitDeadline() {
            long remaining = deadlineNanos - clock.nanos();
            while (!cancelled && remaining > 0) {
                try {
                    wait(remaining / NANOS_PER_MILLI + 1);
                } catch (InterruptedException e) {
                    // A program that interrupts every thread it finds doesn't mean ours.
                }
                remaining = deadlineNanos - clock.nanos();
            }
            return !cancelled;
        }

        synchronized void cancel() {
            cancelled = true;
            notifyAll();
        }
    }
}
