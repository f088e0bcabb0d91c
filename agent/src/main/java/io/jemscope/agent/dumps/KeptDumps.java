package io.jemscope.agent.dumps;

import io.jemscope.allocator.DumpKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which dumps are kept. Of this process's snapshots, whose only use is to be there if the process is killed, the newest
 * two (two, so that a reader of the newest isn't overtaken by the next); of all together, and of what processes that have
 * ended have left beside them, the newest, up to a number and a size. The newest of all stays, whatever its size, and so
 * does what is pinned.
 *
 * <p>For use by several threads: this is a list in memory, and a thread that holds its lock never waits.
 */
final class KeptDumps {

    private static final int SNAPSHOTS = 2;

    /**
     * A dump and the cost of keeping it.
     *
     * @param bytes on disk, with the names of its Java frames
     */
    record Sized(Dump dump, long bytes) implements Comparable<Sized> {

        /** The older first. */
        @Override
        public int compareTo(Sized other) {
            return dump.compareTo(other.dump);
        }
    }

    private final int most;
    private final long mostBytes;
    private final List<Sized> oldestFirst = new ArrayList<>();

    /** How often each is pinned, by its id. */
    private final Map<String, Integer> pins = new HashMap<>();

    KeptDumps(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /**
     * Adds a dump and returns those that it evicts, the oldest first.
     *
     * @param left what processes that have ended have left, in any order
     */
    synchronized List<Dump> add(Dump fresh, long bytes, List<Sized> left) {
        oldestFirst.add(new Sized(fresh, bytes));
        List<Dump> dropped = new ArrayList<>(1);
        dropSnapshots(dropped);
        dropOldest(left, dropped);
        return dropped;
    }

    private void dropSnapshots(List<Dump> dropped) {
        int newer = 0;
        for (int i = oldestFirst.size() - 1; i >= 0; i--) {
            Dump dump = oldestFirst.get(i).dump();
            if (dump.kind() == DumpKind.SNAPSHOT && !isPinned(dump.id()) && ++newer > SNAPSHOTS) {
                oldestFirst.remove(i);
                dropped.add(dump);
            }
        }
    }

    private void dropOldest(List<Sized> left, List<Dump> dropped) {
        int count = oldestFirst.size() + left.size();
        long bytes = bytes(oldestFirst) + bytes(left);
        for (Sized gone : candidates(left)) {
            if (count <= most && bytes <= mostBytes) {
                return;
            }
            count--;
            bytes -= gone.bytes();
            oldestFirst.remove(gone);
            dropped.add(gone.dump());
        }
    }

    /** The dumps to evict, the oldest first. This process's dumps keep their order even if the wall clock was set. */
    private List<Sized> candidates(List<Sized> left) {
        List<Sized> candidates = new ArrayList<>();
        Deque<Sized> others = new ArrayDeque<>(oldestFirst(left));
        for (Sized own : oldestFirst.subList(0, oldestFirst.size() - 1)) {
            if (!isPinned(own.dump().id())) {
                while (!others.isEmpty()
                        && others.getFirst().dump().made().isBefore(own.dump().made())) {
                    candidates.add(others.removeFirst());
                }
                candidates.add(own);
            }
        }
        candidates.addAll(others);
        return candidates;
    }

    private static List<Sized> oldestFirst(List<Sized> dumps) {
        List<Sized> sorted = new ArrayList<>(dumps);
        Collections.sort(sorted);
        return sorted;
    }

    /** Keeps a dump until it is unpinned as often as it was pinned; nothing happens if it isn't there. */
    synchronized void pin(String id, int by) {
        int now = pins.getOrDefault(id, 0) + by;
        if (now <= 0) {
            pins.remove(id);
        } else if (find(id) != null) {
            pins.put(id, now);
        }
    }

    /** Whether a dump is pinned. */
    synchronized boolean isPinned(String id) {
        return pins.containsKey(id);
    }

    /** Forgets a dump, since its file is gone. */
    synchronized void forget(String id) {
        oldestFirst.remove(find(id));
        pins.remove(id);
    }

    private @Nullable Sized find(String id) {
        for (Sized kept : oldestFirst) {
            if (kept.dump().id().equals(id)) {
                return kept;
            }
        }
        return null;
    }

    /** The dumps that are kept, the oldest first. */
    synchronized List<Dump> all() {
        List<Dump> all = new ArrayList<>(oldestFirst.size());
        for (Sized kept : oldestFirst) {
            all.add(kept.dump());
        }
        return all;
    }

    private static long bytes(List<Sized> dumps) {
        long bytes = 0;
        for (Sized dump : dumps) {
            bytes += dump.bytes();
        }
        return bytes;
    }
}
