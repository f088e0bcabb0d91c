package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a run begins and ends. It begins with its rate, its baseline, its alarm, and sampling last, so that its profile has nothing
 * from before it; if a step fails, the steps before it are undone. At the end sampling is switched off, unless the run found it
 * on, and the profile is dumped. If sampling can't be switched off, that is retried every 5 seconds; if the profile can't be
 * dumped, stopping the run again retries. One thread at a time may use it.
 */
final class RunLifecycle {

    private static final long AGAIN_NANOS = 5_000_000_000L; // 5 s

    private static final String NOT_OURS = "sampling was switched off meanwhile, not by this agent; no profile was"
            + " dumped. What was sampled until then is in the next dump";
    private static final String BY_FORCE = "sampling was switched off by force before its end; no profile was dumped."
            + " What was sampled until then is in the next dump";
    private static final String LATE =
            "it ended later than it was to, since sampling could not be switched off at once";

    private final Sampling sampling;
    private final RunStore runs;
    private final RunResources resources;
    private final RunTimer timer;
    private final Runnable expiry;
    private final RunClock clock;
    private final DumpStore dumps;
    private final Consumer<String> notices;
    private final EventLog events;

    private boolean staysOn;
    private int attempts;

    /** Calls {@code expiry} when a run's time is over, perhaps too late or too early. */
    RunLifecycle(
            Sampling sampling,
            RunStore runs,
            RunResources resources,
            RunTimer timer,
            Runnable expiry,
            RunClock clock,
            DumpStore dumps,
            Consumer<String> notices,
            EventLog events) {
        this.sampling = sampling;
        this.runs = runs;
        this.resources = resources;
        this.timer = timer;
        this.expiry = expiry;
        this.clock = clock;
        this.dumps = dumps;
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
                resources.discardFailed();
            }
            if (request.baseline()) {
                baseline = resources.dump(DumpKind.BASELINE);
            }
            // After the dump, which takes as long as it takes.
            long now = clock.nanos();
            long id = runs.nextId(clock.now().getEpochSecond());
            RunTimes times = RunTimes.from(clock.now(), now, request.length());
            if (times.deadlineNanos().isPresent()) {
                timer.set(times.deadlineNanos().getAsLong(), expiry);
            }
            if (!active) {
                sampling.switchTo(true);
                switched = true;
            }
            Run run = Run.begun(id, request, sampling.rateBytes(), times, Optional.ofNullable(baseline));
            String doubt = sampling.warning();
            run = doubt == null ? run : run.telling(doubt);
            add(run, "began");
            begun = true;
            staysOn = active;
            attempts = 0;
            return run;
        } finally {
            if (!begun) {
                undo(baseline, switched);
            }
        }
    }

    /** Makes a run without a beginning of another tool's sampling, which has just been switched off. */
    Run adopt(long now) {
        Run run = Run.external(runs.nextId(clock.now().getEpochSecond()), sampling.rateBytes(), clock.now(), now);
        add(run, "of another tool's sampling is kept");
        return run;
    }

    private void add(Run run, String what) {
        events.record(EventKind.RUN, "run " + run.id() + " " + what);
        for (Run dropped : runs.add(run)) {
            resources.giveUp(dropped);
        }
    }

    private void undo(@Nullable Dump baseline, boolean switched) {
        timer.cancel();
        if (switched) {
            try {
                sampling.switchTo(false);
            } catch (AllocatorException e) {
                notices.accept(
                        "sampling is on without a run and could not be switched off: " + RunResources.failure(e));
            }
        }
        if (baseline != null) {
            resources.takeBack(baseline);
        }
        resources.settle();
    }

    /** Sampling is to stay on when the run that is on ends. */
    void leaveOn() {
        staysOn = true;
    }

    /** The run that is on. One that is on in the books alone, since sampling is off, is lost with this. */
    Optional<Run> running(boolean active, long now) {
        Optional<Run> running = runs.running();
        if (running.isPresent() && !active) {
            lose(running.get(), NOT_OURS, now);
            return Optional.empty();
        }
        return running;
    }

    /** Ends the run that is on. */
    StopOutcome end(Run run, long now) {
        try {
            if (!sampling.isActive()) {
                return new StopOutcome.Lost(lose(run, NOT_OURS, now));
            }
            if (!staysOn) {
                sampling.switchTo(false);
            }
        } catch (AllocatorException e) {
            return new StopOutcome.StillOn(endLater(run, e, now), e);
        }
        timer.cancel();
        return dumpProfile(attempts == 0 ? run : run.telling(LATE), now);
    }

    private Run endLater(Run run, AllocatorException e, long now) {
        timer.set(now + AGAIN_NANOS, expiry);
        String why = RunResources.failure(e);
        Run waiting = run.until(now + AGAIN_NANOS)
                .telling("sampling could not be switched off, which is tried again every 5 seconds: " + why);
        runs.replace(waiting);
        String what = "sampling could not be switched off at the end of run " + run.id() + ": " + why;
        attempts++;
        // The first time, and then ever more rarely: this is the program's standard error.
        if (Integer.bitCount(attempts) == 1) {
            notices.accept(what + " It is tried again in 5 seconds, and so on.");
        }
        return waiting;
    }

    /** Dumps the profile of a run for which sampling is off, or no longer needed: the first time, or once more. */
    StopOutcome dumpProfile(Run run, long now) {
        Run ended = run.failed("the dump of its profile was broken off", now);
        try {
            ended = run.finished(dumps.write(DumpKind.FINAL), now);
            return new StopOutcome.Finished(ended);
        } catch (AllocatorException | IOException e) {
            String why = RunResources.failure(e);
            ended = run.failed("its profile could not be dumped: " + why, now);
            // The first time only: a later caller gets the reason in the answer.
            if (!run.awaitsDump()) {
                notices.accept("the profile of run " + run.id() + " could not be dumped: " + why
                        + " Stop the run once more to try again.");
            }
            return new StopOutcome.NotDumped(ended, e);
        } finally {
            runs.replace(ended);
            events.record(
                    EventKind.RUN,
                    "run " + ended.id() + " ended: " + ended.told().orElse("its profile is dumped"));
            if (!ended.awaitsDump()) {
                resources.release(ended);
            }
            resources.settle();
        }
    }

    /** Ends the run that is on, whose sampling was just switched off by force. */
    void loseByForce(Run run, long now) {
        lose(run, BY_FORCE, now);
    }

    /**
     * Ends the run that is on since the agent leaves; it stays as it is where sampling can't be switched off, which is what it
     * answers then.
     */
    Optional<String> leave(Run run, long now) {
        try {
            if (!staysOn && sampling.isActive()) {
                sampling.switchTo(false);
            }
            lose(run, "the agent left the process before its end; no profile was dumped", now);
            return Optional.empty();
        } catch (AllocatorException e) {
            String why = RunResources.failure(e);
            notices.accept("sampling could not be switched off as the agent left: " + why);
            return Optional.of("sampling could not be switched off: " + why);
        }
    }

    private Run lose(Run run, String why, long now) {
        timer.cancel();
        Run lost = run.lost(why, now);
        runs.replace(lost);
        resources.release(lost);
        events.record(EventKind.RUN, "run " + run.id() + " is lost: " + why);
        notices.accept("run " + run.id() + " is lost: " + why + ".");
        resources.settle();
        return lost;
    }
}
