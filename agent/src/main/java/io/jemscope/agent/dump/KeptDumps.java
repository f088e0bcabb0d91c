package io.jemscope.agent.dump;

import io.jemscope.allocator.DumpKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Which dumps are kept: of the snapshots, whose only use is to be there if the process is killed, the newest two (two,
 * so that a reader of the newest isn't overtaken by the next); of all together the newest, up to a number and a size.
 * The newest of all stays, whatever its size, and so does what is pinned.
 */
final class KeptDumps {

    private static final int SNAPSHOTS = 2;

    /** A dump, what it takes on disk with all that belongs to it, and how many have pinned it. */
    private static final class Kept {
        final Dump dump;
        final long bytes;
        int pins;

        Kept(Dump dump, long bytes) {
            this.dump = dump;
            this.bytes = bytes;
        }
    }

    private final int most;
    private final long mostBytes;
    private final List<Kept> oldestFirst = new ArrayList<>();

    KeptDumps(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** Takes a new one in, and answers those whose turn to go it is, the oldest first. */
    List<Dump> add(Dump fresh, long bytes) {
        oldestFirst.add(new Kept(fresh, bytes));
        List<Dump> dropped = new ArrayList<>(1);
        dropSnapshots(dropped);
        dropOldest(dropped);
        return dropped;
    }

    private void dropSnapshots(List<Dump> dropped) {
        int newer = 0;
        for (int i = oldestFirst.size() - 1; i >= 0; i--) {
            Kept kept = oldestFirst.get(i);
            if (kept.dump.kind() == DumpKind.SNAPSHOT && kept.pins == 0 && ++newer > SNAPSHOTS) {
                oldestFirst.remove(i);
                dropped.add(kept.dump);
            }
        }
    }

    private void dropOldest(List<Dump> dropped) {
        long bytes = bytes();
        int at = 0;
        while (at < oldestFirst.size() - 1 && (oldestFirst.size() > most || bytes > mostBytes)) {
            if (oldestFirst.get(at).pins > 0) {
                at++;
            } else {
                Kept kept = oldestFirst.remove(at);
                bytes -= kept.bytes;
                dropped.add(kept.dump);
            }
        }
    }

    /** Keeps a dump until it is unpinned as often as it was pinned; nothing happens where it isn't there. */
    void pin(String id, int by) {
        for (Kept kept : oldestFirst) {
            if (kept.dump.id().equals(id)) {
                kept.pins = Math.max(0, kept.pins + by);
            }
        }
    }

    /** Whether somebody has pinned it. */
    boolean isPinned(String id) {
        for (Kept kept : oldestFirst) {
            if (kept.dump.id().equals(id)) {
                return kept.pins > 0;
            }
        }
        return false;
    }

    /** Forgets a dump, since its file is gone. */
    void forget(String id) {
        for (int i = oldestFirst.size() - 1; i >= 0; i--) {
            if (oldestFirst.get(i).dump.id().equals(id)) {
                oldestFirst.remove(i);
            }
        }
    }

    /** The dumps that are kept, the oldest first. */
    List<Dump> all() {
        List<Dump> all = new ArrayList<>(oldestFirst.size());
        for (Kept kept : oldestFirst) {
            all.add(kept.dump);
        }
        return all;
    }

    private long bytes() {
        long bytes = 0;
        for (Kept kept : oldestFirst) {
            bytes += kept.bytes;
        }
        return bytes;
    }
}
