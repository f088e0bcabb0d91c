package io.jemscope.agent.profiling;

import org.jspecify.annotations.Nullable;

/** A timer without a thread: the test lets the alarm go off. */
public final class FakeTimer implements RunTimer {

    private @Nullable Runnable work;
    private long deadlineNanos;

    @Override
    public synchronized void set(long deadline, Runnable alarm) {
        deadlineNanos = deadline;
        work = alarm;
    }

    @Override
    public synchronized void cancel() {
        work = null;
    }

    /** Whether an alarm is set. */
    public synchronized boolean isSet() {
        return work != null;
    }

    /** When the alarm is due. */
    public synchronized long deadlineNanos() {
        return deadlineNanos;
    }

    /** Takes the alarm, which has to be due by then. */
    public Runnable due(long nowNanos) {
        Runnable due = takeDue(nowNanos);
        if (due == null) {
            throw new AssertionError("No alarm is due");
        }
        return due;
    }

    /** Takes the alarm if it is due by then. */
    public synchronized @Nullable Runnable takeDue(long nowNanos) {
        Runnable due = work;
        if (due == null || deadlineNanos - nowNanos > 0) {
            return null;
        }
        work = null;
        return due;
    }
}
