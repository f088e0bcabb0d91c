package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one writer: switches sampling, runs, and makes dumps that are kept, one call at a time. So a repeated call is harmless, and a
 * dump never overlaps a change of the profiler's state: a call during a dump waits for it. Dumps for one answer, and those that
 * jemalloc names, change nothing here; the store makes them.
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
 * dumped. What another tool has changed meanwhile stays as it is.
 *
 * <p>Everything that reads, reads what the last change left and never waits.
 */
public final class Profiler {

    private final Sampling sampling;
    private final DumpStore dumps;
    private final RunClock clock;
    private final RunStore runs;
    private final RunTimer timer;
    private final RunResources resources;
    private final RunLifecycle lifecycle;

    private final ShutdownGate shutdown = new ShutdownGate();

    /**
     * Makes the writer.
     *
     * @param allocator what is written to
     * @param dumps where dumps go
     * @param clock names and measures runs
     * @param timer ends runs
     * @param notices takes a line for each failure that no caller waits for
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
        this.sampling = new Sampling(allocator, new Canary(allocator, dumps), events);
        this.dumps = dumps;
        this.clock = clock;
        this.runs = new RunStore(kept);
        this.timer = timer;
        this.resources = new RunResources(runs, sampling, dumps, notices);
        this.lifecycle =
                new RunLifecycle(sampling, runs, resources, timer, new Expiry(), clock, dumps, notices, events);
    }

    /**
     * Switches sampling on or off; changes nothing where it is so already. By force also while a run is on: switched off,
     * the run is lost; switched on, sampling stays on when the run ends.
     *
     * @param active whether to switch sampling on
     * @param force whether also while a run is on
     * @return whether sampling was otherwise before
     * @throws AllocatorException where the allocator refuses, or the caller switches sampling on and the agent has left
     * @throws RunIsOnException if a run is on, and it isn't forced; nothing has changed then
     */
    public synchronized boolean setActive(boolean active, boolean force) throws AllocatorException, RunIsOnException {
        if (active) {
            shutdown.check("Sampling isn't switched on");
        }
        long now = clock.nanos();
        boolean before = sampling.isActive();
        Optional<Run> running = lifecycle.running(before, now);
        if (running.isPresent() && !force) {
            throw new RunIsOnException(running.get());
        }
        if (running.isPresent() && active) {
            lifecycle.leaveOn();
        } else if (before != active) {
            sampling.switchTo(active);
            if (running.isPresent()) {
                lifecycle.loseByForce(running.get(), now);
            }
        }
        return before != active;
    }

    /**
     * Throws away all samples, for everybody who profiles this program. While a run is on only by force: the run then goes on
     * without a baseline, for from then on a dump shows nothing that was before. The dumps that are there stay as they are;
     * a run that has failed and could still have been dumped can't be any more.
     *
     * @param force whether also while a run is on
     * @return the run that goes on without a baseline; empty if none is on
     * @throws AllocatorException where the allocator refuses, or the agent has left; nothing has changed then
     * @throws RunIsOnException if a run is on, and it isn't forced; nothing has changed then
     */
    public synchronized Optional<Run> reset(boolean force) throws AllocatorException, RunIsOnException {
        shutdown.check("No samples are thrown away");
        long now = clock.nanos();
        Optional<Run> running = lifecycle.running(sampling.isActive(), now);
        if (running.isPresent() && !force) {
            throw new RunIsOnException(running.get());
        }
        sampling.discard();
        resources.discardFailed();
        Optional<Run> goesOn =
                running.isPresent() ? Optional.of(resources.samplesGone(running.get(), now)) : Optional.empty();
        resources.settle();
        return goesOn;
    }

    /**
     * The warning about the last switch.
     *
     * @return half a sentence; null for nothing
     */
    public @Nullable String warning() {
        return sampling.warning();
    }

    /**
     * Whether sampling is what a caller of this agent made it. A switch since then is another's: MALLOC_CONF's, the program's, or
     * another tool's.
     *
     * @param activeNow whether sampling is on
     */
    public boolean isSwitchedHere(boolean activeNow) {
        return sampling.isOurs(activeNow);
    }

    /**
     * Dumps; also while sampling is off, which shows what was sampled before.
     *
     * @param kind why
     * @throws AllocatorException where the allocator refuses, or the agent has left
     * @throws IOException where the folder can't be used
     */
    public synchronized Dump dump(DumpKind kind) throws AllocatorException, IOException {
        shutdown.check("No dump is made");
        return dumps.write(kind);
    }

    /**
     * Begins a run, if none is on and nothing else has switched sampling on.
     *
     * @param request its parameters
     * @param permit asked where a run will begin
     * @return what came of it
     * @throws AllocatorException where the allocator refuses, or the agent has left; all is as it was then, but for
     *     samples that were to be thrown away
     * @throws IOException where the baseline can't be dumped; all is as it was then, with the same exception
     * @throws E where it may not begin now; nothing has changed then
     */
    public synchronized <E extends Exception> StartOutcome start(RunRequest request, Permit<E> permit)
            throws AllocatorException, IOException, E {
        shutdown.check("No run is begun");
        long now = clock.nanos();
        boolean active = sampling.isActive();
        Optional<Run> running = lifecycle.running(active, now);
        if (running.isPresent()) {
            return new StartOutcome.AlreadyOn(running.get());
        }
        if (active && !sampling.isOurs(true)) {
            return new StartOutcome.External();
        }
        permit.take();
        return new StartOutcome.Started(lifecycle.begin(request, active));
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
            return lifecycle.end(running.get(), now);
        }
        if (sampling.isActive() && !sampling.isOurs(true)) {
            return new StopOutcome.External();
        }
        Optional<Run> newest = runs.newest();
        if (newest.isPresent() && newest.get().awaitsDump()) {
            return lifecycle.dumpProfile(newest.get(), now);
        }
        Optional<Run> finished = runs.newest(RunState.FINISHED);
        return finished.isPresent() ? new StopOutcome.Already(finished.get()) : new StopOutcome.None();
    }

    /**
     * Ends a run, or tries again to dump it, if it failed.
     *
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
            return lifecycle.end(run, now);
        }
        return run.awaitsDump() ? lifecycle.dumpProfile(run, now) : new StopOutcome.Already(run);
    }

    /**
     * Switches off sampling that is on without a run, and dumps; the result is a run whose
     * beginning is unknown.
     *
     * @return what came of it; {@link StopOutcome.None} where a run is on, or sampling is off
     * @throws AllocatorException where the allocator refuses to switch; nothing has changed then
     */
    public synchronized StopOutcome stopExternal() throws AllocatorException {
        long now = clock.nanos();
        boolean active = sampling.isActive();
        if (lifecycle.running(active, now).isPresent() || !active) {
            return new StopOutcome.None();
        }
        sampling.switchTo(false);
        return lifecycle.dumpProfile(lifecycle.adopt(now), now);
    }

    /**
     * Dumps in the middle of a run, which goes on. The dump is the last of the run's snapshots.
     *
     * @param permit asked where there will be a dump
     * @return the run as it is now; no dump was made if it isn't running. Empty if there is no such run
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used
     * @throws E where there may be none now
     */
    public synchronized <E extends Exception> Optional<Run> snapshot(long id, Permit<E> permit)
            throws AllocatorException, IOException, E {
        long now = clock.nanos();
        if (runs.find(id).isPresent()) {
            lifecycle.running(sampling.isActive(), now);
        }
        Optional<Run> found = runs.find(id);
        if (found.isEmpty() || !found.get().isRunning()) {
            return found;
        }
        permit.take();
        Run run = resources.dumpInTheMiddle(found.get());
        runs.replace(run);
        return Optional.of(run);
    }

    /**
     * Forgets a run that isn't on, and removes its dumps.
     *
     * @return false if there is no such run
     * @throws RunIsOnException if it is on
     */
    public synchronized boolean forget(long id) throws RunIsOnException {
        clock.nanos();
        Optional<Run> found = runs.find(id);
        if (found.isEmpty()) {
            return false;
        }
        Run run = found.get();
        if (run.isRunning()) {
            throw new RunIsOnException(run);
        }
        runs.remove(run);
        resources.forget(run);
        return true;
    }

    /**
     * The agent leaves the process: the timer's thread goes, and what a run has changed is put back, one that is on as
     * well as one that could still have been dumped. Its samples stay, for the next dump, unless it had a rate of its own.
     * From here on nothing begins: what comes now was under way before the agent said goodbye.
     *
     * @return what couldn't be switched off or put back, a sentence each
     */
    public synchronized List<String> leave() {
        shutdown.begin();
        timer.cancel();
        Optional<Run> running = runs.running();
        List<String> failures = new ArrayList<>();
        if (running.isPresent()) {
            add(lifecycle.leave(running.get(), clock.nanos()), failures);
        }
        add(resources.leave(), failures);
        return failures;
    }

    private static void add(Optional<String> failure, List<String> failures) {
        if (failure.isPresent()) {
            failures.add(failure.get());
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
     * @return the run; empty where it belongs to none that is kept
     */
    public Optional<Run> runOf(Dump dump) {
        return runs.of(dump);
    }

    /**
     * How long a run still has.
     *
     * @return the time, not below zero; empty where it has ended or goes on until it is stopped
     */
    public Optional<Duration> remaining(Run run) {
        return run.times().remaining(clock.nanos());
    }

    /** At the end of a run's time, or at another moment. */
    private final class Expiry implements Runnable {
        @Override
        public void run() {
            expire();
        }
    }

    private synchronized void expire() {
        long now = clock.nanos();
        Optional<Run> running = runs.running();
        if (running.isPresent() && running.get().times().isOver(now)) {
            lifecycle.end(running.get(), now);
        }
    }
}
