package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.SetupException;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What runs hold and others have to go without: some early dumps, which the store's limits may not drop, and the samples,
 * which the distance between them can't be put back without losing. A run gives up its dumps as soon as it can get no
 * profile any more; the distance is put back when no run needs the samples. One thread at a time may use it.
 */
final class RunResources {

    private static final String DISCARDED =
            "its profile could not be dumped, and its samples have been thrown away since";
    private static final String LEFT = "its profile could not be dumped, and the agent has left the process";

    private final RunStore runs;
    private final Sampling sampling;
    private final DumpStore dumps;
    private final Consumer<String> notices;

    RunResources(RunStore runs, Sampling sampling, DumpStore dumps, Consumer<String> notices) {
        this.runs = runs;
        this.sampling = sampling;
        this.dumps = dumps;
        this.notices = notices;
    }

    /** Makes a dump that a run holds. */
    Dump dump(DumpKind kind) throws AllocatorException, IOException {
        Dump dump = dumps.write(kind);
        dumps.pin(dump);
        return dump;
    }

    /** Makes a dump in the middle of a run, which holds it in the stead of an older one, and answers the run with it. */
    Run dumpInTheMiddle(Run run) throws AllocatorException, IOException {
        // Not as a snapshot, of which two are kept: a caller asked for it.
        Run longer = run.with(forgettingGone(run.dumps()).withSnapshot(dump(DumpKind.ASKED)));
        List<Dump> held = longer.dumps().held();
        for (Dump dump : run.dumps().held()) {
            if (!held.contains(dump)) {
                dumps.unpin(dump);
            }
        }
        return longer;
    }

    /** Without those from the middle that are gone, so that a long run's books stay as short as the store's. */
    private RunDumps forgettingGone(RunDumps all) {
        List<Dump> snapshots = all.snapshots();
        int gone = 0;
        while (gone < snapshots.size() && !dumps.holds(snapshots.get(gone))) {
            gone++;
        }
        return all.forgettingFirst(gone);
    }

    /** Removes a dump that a run held, since nothing comes of the run. */
    void takeBack(Dump dump) {
        dumps.unpin(dump);
        delete(dump);
    }

    /** From here on the store may drop the run's dumps like any others. */
    void release(Run run) {
        for (Dump dump : run.dumps().held()) {
            dumps.unpin(dump);
        }
    }

    /** The same for one that holds them only as long as its profile can still be dumped, and won't be any more. */
    void giveUp(Run run) {
        if (run.awaitsDump()) {
            release(run);
        }
    }

    /** Gives up all that a run holds, and removes its dumps. */
    void forget(Run run) {
        giveUp(run);
        for (Dump dump : run.dumps().all()) {
            delete(dump);
        }
        settle();
    }

    /** All samples were thrown away; answers the run that is on as it then is, which doesn't hold its baseline any more. */
    Run samplesGone(Run running, long now) {
        Run without = running.withoutSamples(now);
        if (running.dumps().baseline().isPresent()) {
            dumps.unpin(running.dumps().baseline().get());
        }
        runs.replace(without);
        return without;
    }

    /** The samples of runs that could still have been dumped are gone. */
    void discardFailed() {
        discardFailed(DISCARDED);
    }

    /**
     * The agent leaves, so what could still be dumped can't be any more, and the distance is restored now. Returns what
     * couldn't be put back.
     */
    Optional<String> leave() {
        discardFailed(LEFT);
        return sampling.owesRate() ? putRateBack() : Optional.empty();
    }

    private void discardFailed(String why) {
        for (Run run : runs.all()) {
            if (run.awaitsDump()) {
                Run discarded = run.discarded(why);
                runs.replace(discarded);
                release(discarded);
            }
        }
    }

    /** Restores the distance between samples, if it was changed and no run needs the samples. */
    void settle() {
        if (sampling.owesRate() && !runs.needsSamples()) {
            putRateBack();
        }
    }

    private Optional<String> putRateBack() {
        try {
            sampling.putRateBack();
            return Optional.empty();
        } catch (AllocatorException e) {
            String failure = "the distance between samples could not be put back: " + failure(e);
            notices.accept(failure);
            return Optional.of(failure);
        }
    }

    private void delete(Dump dump) {
        try {
            dumps.delete(dump);
        } catch (IOException e) {
            notices.accept("the dump " + dump.file() + " could not be removed (" + e + "). Remove it by hand.");
        }
    }

    /** What failed, in sentences: our own messages as they are, the JDK's, often a bare path, with their class. */
    static String failure(Exception e) {
        String message = e.getMessage();
        boolean ours = e instanceof AllocatorException || e instanceof SetupException;
        return ours && message != null ? message : e + ".";
    }
}
