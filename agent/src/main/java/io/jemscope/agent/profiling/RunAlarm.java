package io.jemscope.agent.profiling;

import java.util.function.LongConsumer;

/** The alarm of the run that is on: at most one run is, so at most one alarm is set. */
final class RunAlarm {

    private final RunTimer timer;
    private final LongConsumer whenOver;

    /** Tells the run's id when its time is over, on a thread of the timer's; at times too late or too early. */
    RunAlarm(RunTimer timer, LongConsumer whenOver) {
        this.timer = timer;
        this.whenOver = whenOver;
    }

    /** Sets the alarm, in place of an earlier one, for a moment by {@link RunClock#nanos}. */
    void set(long deadlineNanos, long runId) {
        timer.set(deadlineNanos, new Alarm(runId));
    }

    /** Takes the alarm back; harmless where none is set. */
    void cancel() {
        timer.cancel();
    }

    private final class Alarm implements Runnable {

        private final long runId;

        Alarm(long runId) {
            this.runId = runId;
        }

        @Override
        public void run() {
            whenOver.accept(runId);
        }
    }
}
