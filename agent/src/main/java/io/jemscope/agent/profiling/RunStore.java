package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The newest runs. One thread at a time may change it; any may read it meanwhile, and sees all of a change or nothing.
 */
final class RunStore {

    private final int most;
    private long lastId;
    private volatile List<Run> newestFirst = List.of();

    /** Keeps so many runs, the running one among them. */
    RunStore(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("At least one run is kept, not " + most);
        }
        this.most = most;
    }

    /**
     * The id of a run that begins in a second since 1970. Ids only grow, whatever the time of day does, so that none
     * ever stands for two runs and their order is that of the runs.
     */
    long nextId(long epochSecond) {
        lastId = Math.max(epochSecond, lastId + 1);
        return lastId;
    }

    /** Takes a new run in, and answers those that had to go for it. */
    List<Run> add(Run fresh) {
        List<Run> runs = new ArrayList<>(newestFirst);
        runs.add(0, fresh);
        List<Run> dropped = new ArrayList<>(1);
        while (runs.size() > most) {
            dropped.add(runs.remove(runs.size() - 1));
        }
        newestFirst = List.copyOf(runs);
        return dropped;
    }

    /** Replaces a run by its new state. */
    void replace(Run run) {
        List<Run> runs = new ArrayList<>(newestFirst);
        for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).id() == run.id()) {
                runs.set(i, run);
            }
        }
        newestFirst = List.copyOf(runs);
    }

    /** Forgets a run. */
    void remove(Run run) {
        List<Run> runs = new ArrayList<>(newestFirst);
        runs.remove(run);
        newestFirst = List.copyOf(runs);
    }

    /** The runs, the newest first. */
    List<Run> all() {
        return newestFirst;
    }

    /** A run by its id. */
    Optional<Run> find(long id) {
        for (Run run : newestFirst) {
            if (run.id() == id) {
                return Optional.of(run);
            }
        }
        return Optional.empty();
    }

    /** The one that a dump belongs to. */
    Optional<Run> of(Dump dump) {
        for (Run run : newestFirst) {
            for (Dump own : run.dumps().all()) {
                if (own.id().equals(dump.id())) {
                    return Optional.of(run);
                }
            }
        }
        return Optional.empty();
    }

    /** The one that is running: none but the newest can be. */
    Optional<Run> running() {
        List<Run> runs = newestFirst;
        return runs.isEmpty() || !runs.get(0).isRunning() ? Optional.empty() : Optional.of(runs.get(0));
    }

    /** The newest, running or not. */
    Optional<Run> newest() {
        List<Run> runs = newestFirst;
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.get(0));
    }

    /** The newest in a state. */
    Optional<Run> newest(RunState state) {
        for (Run run : newestFirst) {
            if (run.state() == state) {
                return Optional.of(run);
            }
        }
        return Optional.empty();
    }

    /** Whether there is a run whose samples are still needed. */
    boolean needsSamples() {
        for (Run run : newestFirst) {
            if (run.isRunning() || run.awaitsDump()) {
                return true;
            }
        }
        return false;
    }
}
