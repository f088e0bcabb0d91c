package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dumps that belong to a run. The store's limits may have dropped any of them since the run ended: look them up.
 *
 * @param baseline the one from its start
 * @param forgotten how many there were from its middle before those, which are gone
 * @param snapshots those from its middle, the oldest first; that is as many as the store keeps, and no more
 * @param profile the one from its end
 */
public record RunDumps(Optional<Dump> baseline, int forgotten, List<Dump> snapshots, Optional<Dump> profile) {

    private static final int HELD_SNAPSHOTS = 2;

    /** None but a baseline, if that. */
    static RunDumps from(Optional<Dump> baseline) {
        return new RunDumps(baseline, 0, List.of(), Optional.empty());
    }

    /** The same without the dump from its start, which is of no use any more. */
    RunDumps withoutBaseline() {
        return new RunDumps(Optional.empty(), forgotten, snapshots, profile);
    }

    /** One more in the middle. */
    RunDumps withSnapshot(Dump snapshot) {
        List<Dump> more = new ArrayList<>(snapshots);
        more.add(snapshot);
        return new RunDumps(baseline, forgotten, List.copyOf(more), profile);
    }

    /** The same without the oldest from the middle, which are counted from here on. */
    RunDumps forgettingFirst(int count) {
        List<Dump> later = List.copyOf(snapshots.subList(count, snapshots.size()));
        return new RunDumps(baseline, forgotten + count, later, profile);
    }

    /**
     * How many there were from its middle in all, gone ones among them.
     *
     * @return 0 and more; the number of the newest
     */
    public int count() {
        return forgotten + snapshots.size();
    }

    /**
     * One from its middle.
     *
     * @param number 1 for the first that there was
     * @return the dump; empty where there was none of that number, or it is gone
     */
    public Optional<Dump> snapshot(long number) {
        return number > forgotten && number <= count()
                ? Optional.of(snapshots.get((int) number - forgotten - 1))
                : Optional.empty();
    }

    /** The one from the end, too. */
    RunDumps withProfile(Dump dump) {
        return new RunDumps(baseline, forgotten, snapshots, Optional.of(dump));
    }

    /**
     * Those that the store's limits may not drop before its end, the oldest first: what came since its start can't be told
     * without the baseline, and a reader of the newest from its middle isn't to be overtaken by the next. All that it was
     * asked for would be a disk's worth in a day.
     */
    List<Dump> held() {
        List<Dump> held = new ArrayList<>(1 + HELD_SNAPSHOTS);
        if (baseline.isPresent()) {
            held.add(baseline.get());
        }
        held.addAll(snapshots.subList(Math.max(0, snapshots.size() - HELD_SNAPSHOTS), snapshots.size()));
        return held;
    }

    /**
     * All of them.
     *
     * @return the dumps, the oldest first
     */
    public List<Dump> all() {
        List<Dump> all = new ArrayList<>(snapshots.size() + 2);
        if (baseline.isPresent()) {
            all.add(baseline.get());
        }
        all.addAll(snapshots);
        if (profile.isPresent()) {
            all.add(profile.get());
        }
        return all;
    }
}
