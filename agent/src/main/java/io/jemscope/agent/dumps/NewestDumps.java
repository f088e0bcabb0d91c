package io.jemscope.agent.dumps;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Keeps those of the highest numbers of any number of dumps, and counts the others. To look at a file takes long, and a process of the
 * same number may have left any number of them, so only so many are looked at. For one thread.
 */
final class NewestDumps {

    private final int most;
    private final int mostLooked;
    private final PriorityQueue<Dump> lowestFirst = new PriorityQueue<>(Comparator.comparingLong(Dump::number));
    private int looked;
    private long others;

    /** Keeps so many, and has so many looked at. */
    NewestDumps(int most, int mostLooked) {
        this.most = most;
        this.mostLooked = mostLooked;
    }

    /** Whether one of that number would be kept; one that wouldn't needn't be looked at, and is counted by this. */
    boolean wouldKeep(long number) {
        boolean isHigh =
                lowestFirst.size() < most || number > lowestFirst.element().number();
        if (isHigh && looked < mostLooked) {
            looked++;
            return true;
        }
        others++;
        return false;
    }

    /** Takes one in. */
    void add(Dump dump) {
        lowestFirst.add(dump);
        if (lowestFirst.size() > most) {
            lowestFirst.remove();
            others++;
        }
    }

    /** Those that are kept, in no order. */
    List<Dump> kept() {
        return new ArrayList<>(lowestFirst);
    }

    /** How many aren't. */
    long others() {
        return others;
    }
}
