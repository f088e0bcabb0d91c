package io.jemscope.agent.run;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.dump.SetupException;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one writer: whoever wants sampling on or off, a run or a dump, comes through here, one after the other. That doing a
 * thing twice is harmless, and that nobody's dump meets somebody else's switch half way, follows from that: who comes
 * during a dump waits until it is made.
 *
 * <p>A run goes through these states, and through no others:
 *
 * <pre>
 *   start ──▶ RUNNING ──stop, or its time is over──▶ FINISHED
 *                │  ╲──the same, but it can't be dumped──▶ FAILED ──stop again──▶ FINISHED
 *                ╰──found switched off by something else──▶ LOST
 * </pre>
 *
 * <p>What a run finds when it starts is put back after it: whether sampling was on, and the distance between samples. The
 * latter throws all samples away, so it waits until no run needs them: none that is on, and none that could still be
 * dumped. What somebody else has changed meanwhile is left as it is.
 *
 * <p>Everything that reads, reads what the last change left and never waits.
 */
public final class Profiler {

    /** How many runs are kept unless somebody says otherwise. */
    public static final int KEPT_RUNS = 10;

    /** Who made sampling what it is. */
    public enum Switcher {
        /** A caller of this agent. */
        AGENT,
        /** Something else: MALLOC_CONF at the start, the program itself, another tool. */
        OTHER
    }

    /**
     * What a switch came to.
     *
     * @param active whether sampling is on now
     * @param changed whether it was otherwise before
     */
    public record Change(boolean active, boolean changed) implements SwitchOutcome {}

    private static final long AGAIN_NANOS = 5_000_000_000L; // 5 s

    private static final String MAY_STOP = "jemalloc 5.2.0 and 5.2.1 can stop sampling when it is switched off and on"
            + " again; if the next dump shows nothing new, run the program on jemalloc 5.3";
    private static final String HAS_STOPPED =
            "sampling is on, but threads that were there before aren't sampled: a known"
                    + " fault of jemalloc 5.2.0 and 5.2.1. Run the program on jemalloc 5.3";
    private static final String NOT_OURS = "sampling was switched off meanwhile, not by this agent; no profile was"
            + " dumped. What was sampled until then is in the next dump";
    private static final String BY_FORCE = "sampling was switched off by force before its end; no profile was dumped."
            + " What was sampled until then is in the next dump";
    private static final String DISCARDED =
            "its profile could not be dumped, and a later run has thrown its samples away";

    private static final String LATE =
            "it ended later than it was to, since sampling could not be switched off at once";

    private final Sampling sampling;
    private final Canary canary;
    private final DumpStore dumps;
    private final RunClock clock;
    private final RunTimer timer;
    private final Consumer<String> notices;
    private final EventLog events;
    private final RunStore runs;

    private boolean foundActive;
    private int attempts;
    private volatile @Nullable String warning;

    /**
     * Makes the writer.
     *
     * @param allocator what is written to
     * @param dumps where dumps go
     * @param clock names and measures runs
     * @param timer ends runs
     * @param notices takes a line for each thing that goes wrong with nobody there to be told
     * @param kept how many runs are kept
     */
    public Profiler(
            Allocator allocator, DumpStore dumps, RunClock clock, RunTimer timer, Consumer<String> notices, int kept) {
        this(allocator, dumps, clock, timer, notices, kept, EventLog.NONE);
    }

    /**
     * Makes the writer, and has it note what it does.
     *
     * @param allocator what is written to
     * @param dumps where dumps go
     * @param clock names and measures runs
     * @param timer ends runs
     * @param notices takes a line for each thing that goes wrong with nobody there to be told
     * @param kept how many runs are kept
     * @param events takes each switch, and what becomes of each run
     */
    public Profiler(
            Allocator allocator,
            DumpStore dumps,
            RunClock clock,
            RunTimer timer,
            Consumer<String> notices,
            int kept,
            EventLog events) {
        this.sampling = new Sampling(allocator);
        this.canary = new Canary(allocator, dumps);
        this.dumps = dumps;
        this.clock = clock;
        this.timer = timer;
        this.notices = notices;
        this.events = events;
        this.runs = new RunStore(kept);
    }

    /**
     * Switches sampling on or off; changes nothing where it is so already.
     *
     * @param active whether it is to be on
     * @return what came of it
     * @throws AllocatorException where the allocator refuses, or a run is on
     */
    public Change setActive(boolean active) throws AllocatorException {
        SwitchOutcome outcome = setActive(active, false);
        if (outcome instanceof Change change) {
            return change;
        }
        throw new AllocatorException(
                AllocatorException.Kind.REFUSED,
                "prof.active",
                0,
                "Sampling isn't switched",
                "a run is on, and needs it as it is",
                "Stop the run, or wait until it ends.");
    }

    /**
     * Switches sampling on or off; changes nothing where it is so already. By force also while a run is on: switched off,
     * the run is lost; switched on, sampling stays on when the run ends.
     *
     * @param active whether it is to be on
     * @param force whether also while a run is on
     * @return what came of it
     * @throws AllocatorException where the allocator refuses
     */
    public synchronized SwitchOutcome setActive(boolean active, boolean force) throws AllocatorException {
        long now = clock.nanos();
        boolean before = sampling.isActive();
        Optional<Run> running = running(before, now);
        if (running.isPresent() && !force) {
            return new SwitchOutcome.RunIsOn(running.get());
        }
        if (running.isPresent() && active) {
            foundActive = true;
        } else if (before != active) {
            switchTo(active);
            if (running.isPresent()) {
                lose(running.get(), BY_FORCE, now);
            }
        }
        return new Change(active, before != active);
    }

    /**
     * What is to be feared of the last switch.
     *
     * @return half a sentence; null for nothing
     */
    public @Nullable String warning() {
        return warning;
    }

    /**
     * Who made sampling what it is now; a switch that somebody else made since ours is theirs.
     *
     * @param activeNow whether sampling is on
     * @return who
     */
    public Switcher switcher(boolean activeNow) {
        return sampling.isOurs(activeNow) ? Switcher.AGENT : Switcher.OTHER;
    }

    /**
     * Dumps; also while sampling is off, which shows what was sampled before.
     *
     * @param kind why
     * @return the dump
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used
     */
    public synchronized Dump dump(DumpKind kind) throws AllocatorException, IOException {
        return dumps.write(kind);
    }

    /**
     * Begins a run, if none is on and nothing else has switched sampling on.
     *
     * @param request what it is to be like
     * @return what came of it
     * @throws AllocatorException where the allocator refuses; all is as it was then, but for samples that were to be
     *     thrown away
     * @throws IOException where the baseline can't be dumped; all is as it was then, with the same exception
     */
    public synchronized StartOutcome start(RunRequest request) throws AllocatorException, IOException {
        long now = clock.nanos();
        boolean active = sampling.isActive();
        Optional<Run> running = running(active, now);
        if (running.isPresent()) {
            return new StartOutcome.AlreadyOn(running.get());
        }
        if (active && !sampling.isOurs(true)) {
            return new StartOutcome.External();
        }
        return new StartOutcome.Started(begin(request, active));
    }

    private Run begin(RunRequest request, boolean active) throws AllocatorException, IOException {
        @Nullable Dump baseline = null;
        boolean switched = false;
        boolean begun = false;
        try {
            if (request.sampleBytes().isPresent()) {
                sampling.setRate(request.sampleBytes().getAsLong());
                discardFailed();
            }
            if (request.baseline()) {
                baseline = dumps.write(DumpKind.BASELINE);
                dumps.pin(baseline);
            }
            // After the dump, which takes as long as it takes.
            long now = clock.nanos();
            long id = runs.nextId(clock.now().getEpochSecond());
            RunTimes times = RunTimes.from(clock.now(), now, request.length());
            if (times.deadlineNanos().isPresent()) {
                timer.set(times.deadlineNanos().getAsLong(), new Expiry(id));
            }
            if (!active) {
                switchTo(true);
                switched = true;
            }
            Run run = Run.begun(id, request, sampling.rateBytes(), times, Optional.ofNullable(baseline));
            String doubt = warning;
            run = doubt == null ? run : run.telling(doubt);
            add(run);
            foundActive = active;
            attempts = 0;
            begun = true;
            return run;
        } finally {
            if (!begun) {
                undo(baseline, switched);
            }
        }
    }

    private void undo(@Nullable Dump baseline, boolean switched) {
        timer.cancel();
        if (switched) {
            try {
                switchTo(false);
            } catch (AllocatorException e) {
                notices.accept("sampling is on without a run and could not be switched off: " + reason(e));
            }
        }
        if (baseline != null) {
            dumps.unpin(baseline);
            delete(baseline);
        }
        settle();
    }

    /**
     * Ends the run that is on; where none is, tries again to dump the newest, if it failed.
     *
     * @return what came of it; {@link StopOutcome.Already} with the newest finished run where there was nothing to do
     * @throws AllocatorException where no run is on and the allocator doesn't tell whether sampling is
     */
    public synchronized StopOutcome stop() throws AllocatorException {
        long now = clock.nanos();
        Optional<Run> running = runs.running();
        if (running.isPresent()) {
            return end(running.get(), now);
        }
        if (sampling.isActive() && !sampling.isOurs(true)) {
            return new StopOutcome.External();
        }
        Optional<Run> newest = runs.newest();
        if (newest.isPresent() && newest.get().awaitsDump()) {
            return dumpProfile(newest.get(), now);
        }
        Optional<Run> finished = runs.newest(RunState.FINISHED);
        return finished.isPresent() ? new StopOutcome.Already(finished.get()) : new StopOutcome.None();
    }

    /**
     * Ends a run, or tries again to dump it, if it failed.
     *
     * @param id its id
     * @return what came of it
     */
    public synchronized StopOutcome stop(long id) {
        long now = clock.nanos();
        Optional<Run> found = runs.find(id);
        if (found.isEmpty()) {
            return new StopOutcome.None();
        }
        Run run = found.get();
        if (run.isRunning()) {
            return end(run, now);
        }
        return run.awaitsDump() ? dumpProfile(run, now) : new StopOutcome.Already(run);
    }

    /**
     * Switches off sampling that is on for no run, whoever switched it on, and dumps: a run of which nobody knows when it
     * began comes of it.
     *
     * @return what came of it; {@link StopOutcome.None} where a run is on, or sampling is off
     * @throws AllocatorException where the allocator refuses to switch; nothing has changed then
     */
    public synchronized StopOutcome stopExternal() throws AllocatorException {
        long now = clock.nanos();
        boolean active = sampling.isActive();
        if (running(active, now).isPresent() || !active) {
            return new StopOutcome.None();
        }
        switchTo(false);
        Run run = Run.external(runs.nextId(clock.now().getEpochSecond()), sampling.rateBytes(), clock.now(), now);
        add(run);
        return dumpProfile(run, now);
    }

    /**
     * Dumps in the middle of a run, which goes on.
     *
     * @param id its id
     * @return what came of it
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used
     */
    public synchronized SnapshotOutcome snapshot(long id) throws AllocatorException, IOException {
        long now = clock.nanos();
        if (runs.find(id).isPresent()) {
            running(sampling.isActive(), now);
        }
        Optional<Run> found = runs.find(id);
        if (found.isEmpty()) {
            return new SnapshotOutcome.None();
        }
        if (!found.get().isRunning()) {
            return new SnapshotOutcome.Ended(found.get());
        }
        // Not as a snapshot, of which two are kept: somebody has asked for it.
        Dump dump = dumps.write(DumpKind.ASKED);
        dumps.pin(dump);
        Run run = found.get().withSnapshot(dump);
        runs.replace(run);
        return new SnapshotOutcome.Made(run, dump);
    }

    /**
     * Forgets a run that isn't on, and removes its dumps.
     *
     * @param id its id
     * @return what came of it
     */
    public synchronized ForgetOutcome forget(long id) {
        clock.nanos();
        Optional<Run> found = runs.find(id);
        if (found.isEmpty()) {
            return ForgetOutcome.NONE;
        }
        Run run = found.get();
        if (run.isRunning()) {
            return ForgetOutcome.STILL_ON;
        }
        runs.remove(run);
        if (run.awaitsDump()) {
            release(run);
        }
        for (Dump dump : run.dumps().all()) {
            delete(dump);
        }
        settle();
        return ForgetOutcome.FORGOTTEN;
    }

    /**
     * The agent leaves the process: the timer's thread goes, and what a run that is on has changed is put back. Its
     * samples stay, for the next dump, unless it had a rate of its own.
     */
    public synchronized void leave() {
        timer.cancel();
        Optional<Run> running = runs.running();
        if (running.isEmpty()) {
            return;
        }
        try {
            if (!foundActive && sampling.isActive()) {
                switchTo(false);
            }
            lose(running.get(), "the agent left the process before its end; no profile was dumped", clock.nanos());
        } catch (AllocatorException e) {
            notices.accept("sampling could not be switched off as the agent left: " + reason(e));
        }
    }

    /**
     * The runs that are kept.
     *
     * @return the runs, the newest first
     */
    public List<Run> runs() {
        return runs.all();
    }

    /**
     * A run.
     *
     * @param id its id
     * @return the run; empty where there is none, or none any more
     */
    public Optional<Run> run(long id) {
        return runs.find(id);
    }

    /**
     * The run that is on. That something else has switched sampling off shows with the next change, or at the run's end.
     *
     * @return the run, if one is on
     */
    public Optional<Run> running() {
        return runs.running();
    }

    /**
     * The run that a dump belongs to.
     *
     * @param dump the dump
     * @return the run; empty where it belongs to none that is kept
     */
    public Optional<Run> runOf(Dump dump) {
        for (Run run : runs.all()) {
            for (Dump own : run.dumps().all()) {
                if (own.id().equals(dump.id())) {
                    return Optional.of(run);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * How long a run still has.
     *
     * @param run the run
     * @return the time, not below zero; empty where it has ended or goes on until it is stopped
     */
    public Optional<Duration> remaining(Run run) {
        return run.times().remaining(clock.nanos());
    }

    /** The run that is on. One that is on in the books alone is lost with this. */
    private Optional<Run> running(boolean active, long now) {
        Optional<Run> running = runs.running();
        if (running.isPresent() && !active) {
            lose(running.get(), NOT_OURS, now);
            return Optional.empty();
        }
        return running;
    }

    private Run lose(Run run, String why, long now) {
        timer.cancel();
        Run lost = run.lost(why, now);
        runs.replace(lost);
        release(lost);
        events.record(EventKind.RUN, "run " + run.id() + " is lost: " + why);
        notices.accept("run " + run.id() + " is lost: " + why + ".");
        settle();
        return lost;
    }

    private StopOutcome end(Run run, long now) {
        try {
            if (!sampling.isActive()) {
                return new StopOutcome.Lost(lose(run, NOT_OURS, now));
            }
            if (!foundActive) {
                switchTo(false);
            }
        } catch (AllocatorException e) {
            return new StopOutcome.StillOn(endLater(run, e, now), e);
        }
        timer.cancel();
        return dumpProfile(attempts == 0 ? run : run.telling(LATE), now);
    }

    private Run endLater(Run run, AllocatorException e, long now) {
        timer.set(now + AGAIN_NANOS, new Expiry(run.id()));
        Run waiting = run.until(now + AGAIN_NANOS)
                .telling("sampling could not be switched off, which is tried again every 5 seconds: " + reason(e));
        runs.replace(waiting);
        events.record(
                EventKind.REFUSAL,
                "sampling could not be switched off at the end of run " + run.id() + ": " + reason(e));
        attempts++;
        // The first time, and then ever more rarely: this is the program's standard error.
        if (Integer.bitCount(attempts) == 1) {
            notices.accept("sampling could not be switched off at the end of run " + run.id() + ": " + reason(e)
                    + " It is tried again in 5 seconds, and so on.");
        }
        return waiting;
    }

    private StopOutcome dumpProfile(Run run, long now) {
        Run ended = run.failed("the dump of its profile was broken off", now);
        try {
            ended = run.finished(dumps.write(DumpKind.FINAL), now);
            return new StopOutcome.Finished(ended);
        } catch (AllocatorException | IOException e) {
            ended = run.failed("its profile could not be dumped: " + reason(e), now);
            notices.accept("the profile of run " + run.id() + " could not be dumped: " + reason(e)
                    + " Stop the run once more to try again.");
            return new StopOutcome.NotDumped(ended, e);
        } finally {
            runs.replace(ended);
            events.record(
                    EventKind.RUN,
                    "run " + ended.id() + " ended: " + ended.message().orElse("its profile is dumped"));
            if (!ended.awaitsDump()) {
                release(ended);
            }
            settle();
        }
    }

    private void add(Run run) {
        events.record(
                EventKind.RUN,
                "run " + run.id() + (run.external() ? " of somebody else's sampling is kept" : " began"));
        for (Run dropped : runs.add(run)) {
            if (dropped.awaitsDump()) {
                release(dropped);
            }
        }
    }

    /** The samples of runs that could still have been dumped are gone. */
    private void discardFailed() {
        for (Run run : runs.all()) {
            if (run.awaitsDump()) {
                Run discarded = run.discarded(DISCARDED);
                runs.replace(discarded);
                release(discarded);
            }
        }
    }

    /** From here on the store may drop the run's dumps like any others. */
    private void release(Run run) {
        for (Dump dump : run.dumps().early()) {
            dumps.unpin(dump);
        }
    }

    private void delete(Dump dump) {
        try {
            dumps.delete(dump);
        } catch (IOException e) {
            notices.accept("the dump " + dump.file() + " could not be removed (" + e + "). Remove it by hand.");
        }
    }

    /** Puts the distance between samples back, if there is one to put back and nobody needs the samples. */
    private void settle() {
        if (sampling.owesRate() && !runs.needsSamples()) {
            try {
                sampling.putRateBack();
            } catch (AllocatorException e) {
                notices.accept("the distance between samples could not be put back: " + reason(e));
            }
        }
    }

    private void switchTo(boolean active) throws AllocatorException {
        sampling.switchTo(active);
        events.record(EventKind.SWITCH, active ? "sampling was switched on" : "sampling was switched off");
        warning = active ? fear() : null;
    }

    /** Looks whether sampling that was just switched on samples; only where it is known that it may not. */
    private @Nullable String fear() {
        if (!sampling.mayNotSample()) {
            return null;
        }
        OptionalLong rate = sampling.rateBytes();
        return switch (canary.listen(rate)) {
            case HEARD -> null;
            case SILENT -> HAS_STOPPED;
            case UNKNOWN -> MAY_STOP;
        };
    }

    /** Whole sentences of our own; the JDK's messages are often just a path. */
    private static String reason(Exception e) {
        String message = e.getMessage();
        boolean ours = e instanceof AllocatorException || e instanceof SetupException;
        return ours && message != null ? message : e + ".";
    }

    /** A run's time is over. */
    private synchronized void expire(long id) {
        long now = clock.nanos();
        Optional<Run> running = runs.running();
        if (running.isEmpty() || running.get().id() != id) {
            return;
        }
        OptionalLong deadline = running.get().times().deadlineNanos();
        if (deadline.isPresent() && deadline.getAsLong() - now <= 0) {
            end(running.get(), now);
        }
    }

    private final class Expiry implements Runnable {

        private final long id;

        Expiry(long id) {
            this.id = id;
        }

        @Override
        public void run() {
            expire(id);
        }
    }
}
