package io.jemscope.history;

import io.jemscope.profile.Profile;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps snapshots of processes over time, within limits. A process that starts again is another process; its snapshots are added.
 * Several processes may append at a time, and anyone may read meanwhile. {@code HistoryContract} tests what an implementation promises.
 */
public interface History {

    /**
     * Appends a snapshot. Once this returns, the snapshot survives the death of the process that appended it.
     *
     * @param profile what the snapshot's stacks hold; null without one
     * @return false, with nothing changed, if a snapshot of this process and this time is there already
     * @throws IOException if the snapshot is not stored, and nothing of it
     */
    boolean append(Snapshot snapshot, @Nullable Profile profile) throws IOException;

    /** The processes that have snapshots, the first started first. */
    List<ProcessIdentity> processes() throws IOException;

    /** The snapshots of a process, the oldest first. Damaged ones are left out. */
    List<Snapshot> snapshots(ProcessIdentity process, TimeSpan span) throws IOException;

    /**
     * The profile of a snapshot.
     *
     * @return the profile; empty if there is none, or none any more
     * @throws IOException if it can't be read
     */
    Optional<Profile> profile(Snapshot snapshot) throws IOException;

    /**
     * Removes what the limits don't allow any more.
     *
     * @param now what ages are counted from
     */
    Removed thin(Instant now) throws IOException;

    /**
     * What was removed.
     *
     * @param aged how many snapshots were removed because of their age, those that were thinned out among them
     * @param crowded how many snapshots lost their profile, or were removed, to stay below the limit of bytes
     * @param bytes what all of it took
     */
    record Removed(int aged, int crowded, long bytes) {

        public static final Removed NOTHING = new Removed(0, 0, 0);

        public boolean isNothing() {
            return aged == 0 && crowded == 0 && bytes == 0;
        }
    }
}
