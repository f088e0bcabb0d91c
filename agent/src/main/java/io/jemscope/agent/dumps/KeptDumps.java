package io.jemscope.agent.dumps;

import io.jemscope.allocator.DumpKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which dumps are kept. Of this process's snapshots, whose only use is to be there if the process is killed, the newest
 * two (two, so that a reader of the newest isn't overtaken by the next); of all together, and of what processes that have
 * ended have left beside them, the newest, up to a number and a size. The newest of all stays, whatever its size, and so
 * does what is pinned.
 *
 * <p>For use by several threads: these are books alone, and nobody who holds them waits for anything.
 */
final class KeptDumps {

    private static final int SNAPSHOTS = 2;

    private static final Comparator<SizedDump> BY_AGE = new Comparator<>() {
        @Override
        public int compare(SizedDump one, SizedDump other) {
            return one.dump().made().compareTo(other.dump().made());
        }
    };

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

    /**
     * Takes a new one in, and answers those whose turn to go it is, the oldest first.
     *
     * @param left what processes that have ended have left, in any order
     */
    synchronized List<Dump> add(Dump fresh, long bytes, List<SizedDump> left) {
        oldestFirst.add(new Kept(fresh, bytes));
        List<Dump> dropped = new ArrayList<>(1);
        dropSnapshots(dropped);
        List<SizedDump> leftOldestFirst = new ArrayList<>(left);
        leftOldestFirst.sort(BY_AGE);
        dropOldest(leftOldestFirst, dropped);
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

    private void dropOldest(List<SizedDump> left, List<Dump> dropped) {
        int count = oldestFirst.size() + left.size();
        long bytes = bytes();
        for (SizedDump one : left) {
            bytes += one.bytes();
        }
        int own = 0;
        int others = 0;
        while (count > most || bytes > mostBytes) {
            while (own < oldestFirst.size() - 1 && oldestFirst.get(own).pins > 0) {
                own++;
            }
            boolean hasOwn = own < oldestFirst.size() - 1;
            boolean hasOthers = others < left.size();
            if (!hasOwn && !hasOthers) {
                return;
            }
            if (hasOthers && (!hasOwn || isOlder(left.get(others).dump(), oldestFirst.get(own).dump))) {
                SizedDump gone = left.get(others);
                others++;
                bytes -= gone.bytes();
                dropped.add(gone.dump());
            } else {
                Kept gone = oldestFirst.remove(own);
                bytes -= gone.bytes;
                dropped.add(gone.dump);
            }
            count--;
        }
    }

    private static boolean isOlder(Dump one, Dump other) {
        return one.made().isBefore(other.made());
    }

    /** Keeps a dump until it is unpinned as often as it was pinned; nothing happens where it isn't there. */
    synchronized void pin(String id, int by) {
        for (Kept kept : oldestFirst) {
            if (kept.dump.id().equals(id)) {
                kept.pins = Math.max(0, kept.pins + by);
            }
        }
    }

    /** Whether somebody has pinned it. */
    synchronized boolean isPinned(String id) {
        for (Kept kept : oldestFirst) {
            if (kept.dump.id().equals(id)) {
                return kept.pins > 0;
            }
        }
        return false;
    }

    /** Forgets a dump, since its file is gone. */
    synchronized void forget(String id) {
        for (int i = oldestFirst.size() - 1; i >= 0; i--) {
            if (oldestFirst.get(i).dump.id().equals(id)) {
                oldestFirst.remove(i);
            }
        }
    }

    /** The dumps that are kept, the oldest first. */
    synchronized List<Dump> all() {
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
