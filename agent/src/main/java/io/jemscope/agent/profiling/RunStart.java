package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a run begins: its rate, its baseline, its alarm, and sampling last, so that nothing is in its profile that was before
 * it. What can't be done whole is undone. One thread at a time may use it.
 */
final class RunStart {

    private final Sampling sampling;
    private final SamplingSwitch samplingSwitch;
    private final RunStore runs;
    private final RunResources holdings;
    private final RunAlarm alarm;
    private final RunClock clock;
    private final Consumer<String> notices;
    private final EventLog events;

    RunStart(
            Sampling sampling,
            SamplingSwitch samplingSwitch,
            RunStore runs,
            RunResources holdings,
            RunAlarm alarm,
            RunClock clock,
            Consumer<String> notices,
            EventLog events) {
        this.sampling = sampling;
        this.samplingSwitch = samplingSwitch;
        this.runs = runs;
        this.holdings = holdings;
        this.alarm = alarm;
        this.clock = clock;
        this.notices = notices;
        this.events = events;
    }

    /**
     * Begins a run.
     *
     * @param active whether sampling is on already, and may be
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the baseline can't be dumped
     */
    Run begin(RunRequest request, boolean active) throws AllocatorException, IOException {
        @Nullable Dump baseline = null;
        boolean switched = false;
        boolean begun = false;
        try {
            if (request.sampleBytes().isPresent()) {
                sampling.setRate(request.sampleBytes().getAsLong());
                holdings.discardFailed();
            }
            if (request.baseline()) {
                baseline = holdings.dump(DumpKind.BASELINE);
            }
            // After the dump, which takes as long as it takes.
            long now = clock.nanos();
            long id = runs.nextId(clock.now().getEpochSecond());
            RunTimes times = RunTimes.from(clock.now(), now, request.length());
            if (times.deadlineNanos().isPresent()) {
                alarm.set(times.deadlineNanos().getAsLong(), id);
            }
            if (!active) {
                samplingSwitch.to(true);
                switched = true;
            }
            Run run = Run.begun(id, request, sampling.rateBytes(), times, Optional.ofNullable(baseline));
            String doubt = samplingSwitch.warning();
            run = doubt == null ? run : run.telling(doubt);
            add(run, "began");
            begun = true;
            return run;
        } finally {
            if (!begun) {
                undo(baseline, switched);
            }
        }
    }

    /** Takes somebody else's sampling, which has just been switched off, for a run that has no beginning. */
    Run adopt(long now) {
        Run run = Run.external(runs.nextId(clock.now().getEpochSecond()), sampling.rateBytes(), clock.now(), now);
        add(run, "of somebody else's sampling is kept");
        return run;
    }

    private void add(Run run, String what) {
        events.record(EventKind.RUN, "run " + run.id() + " " + what);
        for (Run dropped : runs.add(run)) {
            holdings.giveUp(dropped);
        }
    }

    private void undo(@Nullable Dump baseline, boolean switched) {
        alarm.cancel();
        if (switched) {
            try {
                samplingSwitch.to(false);
            } catch (AllocatorException e) {
                notices.accept("sampling is on without a run and could not be switched off: " + FailureText.of(e));
            }
        }
        if (baseline != null) {
            holdings.takeBack(baseline);
        }
        holdings.settle();
    }
}
