package io.jemscope.agent.profiling;

/** Has one thing done at a later moment; at most one at a time. May be called by any thread. */
public interface RunTimer {

    /**
     * Sets the alarm, in place of an earlier one.
     *
     * @param deadlineNanos when, by {@link RunClock#nanos}; at once where that has passed
     * @param work what to do, on a thread of the timer's own. It may come although the alarm was cancelled or set anew
     *     meanwhile: it has to look whether it is still wanted
     */
    void set(long deadlineNanos, Runnable work);

    /** Takes the alarm back; harmless where none is set. */
    void cancel();
}
