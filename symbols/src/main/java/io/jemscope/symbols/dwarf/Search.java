package io.jemscope.symbols.dwarf;

import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The wanted addresses, and which unit each belongs to: the first that claims it.
 */
final class Search {

    private static final int[] NONE = {};

    private final long[] addresses;
    private final boolean[] claimed;
    private final TreeMap<Long, IndexList> units = new TreeMap<>();
    private final Budget budget;
    private int unclaimed;

    /**
     * Makes it.
     *
     * @param addresses the wanted addresses, ascending, each once
     */
    Search(long[] addresses, Budget budget) {
        this.addresses = addresses;
        this.claimed = new boolean[addresses.length];
        this.unclaimed = addresses.length;
        this.budget = budget;
    }

    /** Whether every address has its unit. */
    boolean isComplete() {
        return unclaimed == 0;
    }

    /** Gives a unit the addresses of a range that have none yet. */
    void claim(long start, long limit, long unit) {
        for (int index = lowerBound(start); index < addresses.length && addresses[index] < limit; index++) {
            budget.spend(1);
            if (!claimed[index]) {
                claimed[index] = true;
                unclaimed--;
                units.computeIfAbsent(unit, any -> new IndexList()).add(index);
            }
        }
    }

    /** Whether the address of an index has its unit. */
    boolean isClaimed(int index) {
        return claimed[index];
    }

    private int lowerBound(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? -index - 1 : index;
    }

    /** The first unit from an offset on that has claimed something; null where there is none. */
    @Nullable
    Long nextUnit(long offset) {
        return units.ceilingKey(offset);
    }

    /** The indexes of what a unit has claimed, ascending. */
    int[] claimedBy(long unit) {
        IndexList indexes = units.get(unit);
        return indexes == null ? NONE : indexes.sorted();
    }
}
