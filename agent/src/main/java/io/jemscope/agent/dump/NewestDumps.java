package io.jemscope.agent.dump;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps those of the highest numbers of any number of dumps, and counts the others. For one thread. */
final class NewestDumps {

    private static final Comparator<Dump> BY_NUMBER = new Comparator<>() {
        @Override
        public int compare(Dump one, Dump other) {
            return Long.compare(one.number(), other.number());
        }
    };

    private final int most;
    private final PriorityQueue<Dump> lowestFirst = new PriorityQueue<>(BY_NUMBER);
    private long others;

    /** Keeps so many. */
    NewestDumps(int most) {
        this.most = most;
    }

    /** Whether one of that number would be kept; one that wouldn't needn't be looked at, and is counted by this. */
    boolean wouldKeep(long number) {
        if (lowestFirst.size() < most || number > lowestFirst.element().number()) {
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
