package io.jemscope.agent;

import io.jemscope.allocator.DumpKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Which dumps are kept: of the snapshots, whose only use is to be there if the process is killed, the newest two (two,
 * so that a reader of the newest isn't overtaken by the next); of all together the newest, up to a number and a size.
 * The newest of all stays, whatever its size.
 */
final class KeptDumps {

    /**
     * A dump that is kept.
     *
     * @param dump the dump
     * @param kind why it was made
     * @param bytes what it takes on disk, with the names of its Java frames
     */
    record Kept(Dump dump, DumpKind kind, long bytes) {}

    private static final int SNAPSHOTS = 2;

    private final int most;
    private final long mostBytes;
    private final Deque<Kept> oldestFirst = new ArrayDeque<>();

    KeptDumps(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** Takes a new one in, and answers those whose turn to go it is, the oldest first. */
    List<Kept> add(Kept fresh) {
        oldestFirst.addLast(fresh);
        List<Kept> dropped = new ArrayList<>(1);
        dropSnapshots(dropped);
        while (oldestFirst.size() > 1 && (oldestFirst.size() > most || bytes() > mostBytes)) {
            dropped.add(oldestFirst.removeFirst());
        }
        return dropped;
    }

    private void dropSnapshots(List<Kept> dropped) {
        int newer = 0;
        Iterator<Kept> newestFirst = oldestFirst.descendingIterator();
        while (newestFirst.hasNext()) {
            Kept kept = newestFirst.next();
            if (kept.kind() == DumpKind.SNAPSHOT && ++newer > SNAPSHOTS) {
                newestFirst.remove();
                dropped.add(kept);
            }
        }
    }

    /** Forgets a dump, since its file is gone. */
    void forget(Kept gone) {
        oldestFirst.remove(gone);
    }

    /** The dumps that are kept, the oldest first. */
    List<Kept> all() {
        return List.copyOf(oldestFirst);
    }

    private long bytes() {
        long bytes = 0;
        for (Kept kept : oldestFirst) {
            bytes += kept.bytes();
        }
        return bytes;
    }
}
