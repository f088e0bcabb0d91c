package io.jemscope.agent.run;

import io.jemscope.agent.dump.Dump;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dumps that belong to a run. The store's limits may have dropped any of them since the run ended: look them up.
 *
 * @param baseline the one from its start
 * @param snapshots those from its middle, the oldest first
 * @param profile the one from its end
 */
public record RunDumps(Optional<Dump> baseline, List<Dump> snapshots, Optional<Dump> profile) {

    /** None but a baseline, if that. */
    static RunDumps from(Optional<Dump> baseline) {
        return new RunDumps(baseline, List.of(), Optional.empty());
    }

    /** One more in the middle. */
    RunDumps withSnapshot(Dump snapshot) {
        List<Dump> more = new ArrayList<>(snapshots);
        more.add(snapshot);
        return new RunDumps(baseline, List.copyOf(more), profile);
    }

    /** The one from the end, too. */
    RunDumps withProfile(Dump dump) {
        return new RunDumps(baseline, snapshots, Optional.of(dump));
    }

    /** Those from before its end, the oldest first. */
    List<Dump> early() {
        List<Dump> early = new ArrayList<>(snapshots.size() + 2);
        if (baseline.isPresent()) {
            early.add(baseline.get());
        }
        early.addAll(snapshots);
        return early;
    }

    /**
     * All of them.
     *
     * @return the dumps, the oldest first
     */
    public List<Dump> all() {
        List<Dump> all = early();
        if (profile.isPresent()) {
            all.add(profile.get());
        }
        return all;
    }
}
