package io.jemscope.symbols.dwarf;

import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Maps each wanted address to its unit: the first whose ranges cover it. */
final class UnitMap {

    private static final int[] NONE = {};

    private final long[] addresses;
    private final boolean[] mapped;
    private final TreeMap<Long, Indexes> units = new TreeMap<>();
    private final Budget budget;
    private int unmapped;

    /** Indexes of wanted addresses. */
    private static final class Indexes {

        private int[] indexes = new int[8];
        private int count;

        void add(int index) {
            if (count == indexes.length) {
                indexes = Arrays.copyOf(indexes, 2 * count);
            }
            indexes[count++] = index;
        }

        int[] sorted() {
            int[] sorted = Arrays.copyOf(indexes, count);
            Arrays.sort(sorted);
            return sorted;
        }
    }

    /**
     * Maps no address yet.
     *
     * @param addresses the wanted addresses, ascending and distinct
     */
    UnitMap(long[] addresses, Budget budget) {
        this.addresses = addresses;
        this.mapped = new boolean[addresses.length];
        this.unmapped = addresses.length;
        this.budget = budget;
    }

    /** Returns whether every address has its unit. */
    boolean isComplete() {
        return unmapped == 0;
    }

    /** Maps the addresses of a range that have no unit yet. */
    void add(long start, long limit, long unit) {
        for (int index = lowerBound(start); index < addresses.length && addresses[index] < limit; index++) {
            budget.spend(1);
            if (!mapped[index]) {
                mapped[index] = true;
                unmapped--;
                units.computeIfAbsent(unit, any -> new Indexes()).add(index);
            }
        }
    }

    /** Returns whether the address at an index has its unit. */
    boolean has(int index) {
        return mapped[index];
    }

    private int lowerBound(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? -index - 1 : index;
    }

    /** Returns the first unit at or behind an offset that has addresses; null if there is none. */
    @Nullable
    Long nextUnit(long offset) {
        return units.ceilingKey(offset);
    }

    /** Returns the indexes of a unit's addresses, ascending. */
    int[] indexesOf(long unit) {
        Indexes indexes = units.get(unit);
        return indexes == null ? NONE : indexes.sorted();
    }
}
