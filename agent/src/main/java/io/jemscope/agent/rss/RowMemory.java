package io.jemscope.agent.rss;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel counts of a row's mappings.
 *
 * @param residentBytes how much is in physical memory
 * @param mostBytes how much it can be where that is more than is resident for sure; null where it isn't known to differ
 * @param swappedBytes how much was swapped out
 * @param hugetlbBytes how much lies in reserved huge pages, which the kernel doesn't count as resident
 */
record RowMemory(long residentBytes, Bound bound, @Nullable Long mostBytes, long swappedBytes, long hugetlbBytes) {

    /** How exact the resident bytes are. */
    enum Bound {
        /** The kernel counts them by mapping. */
        EXACT,
        /** At most so many. */
        MOST,
        /** At least so many. */
        LEAST;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All that lies in mappings of some kinds. */
    static RowMemory of(MappingSums sums, MappingKind... kinds) {
        long resident = 0;
        long swapped = 0;
        long hugetlb = 0;
        for (MappingKind kind : kinds) {
            resident = Sums.plus(resident, sums.of(kind).resident);
            swapped = Sums.plus(swapped, sums.of(kind).swapped);
            hugetlb = Sums.plus(hugetlb, sums.of(kind).hugetlb);
        }
        return new RowMemory(resident, Bound.EXACT, null, swapped, hugetlb);
    }

    /** So much, nothing of it swapped out. */
    static RowMemory exact(long residentBytes) {
        return new RowMemory(residentBytes, Bound.EXACT, null, 0, 0);
    }

    /** So much at most, of mappings that are shared with other rows; what was swapped out of them is shown there. */
    static RowMemory atMost(long residentBytes) {
        return new RowMemory(residentBytes, Bound.MOST, null, 0, 0);
    }

    RowMemory within(Bound limit) {
        return new RowMemory(residentBytes, limit, mostBytes, swappedBytes, hugetlbBytes);
    }

    /** So much for sure, and so much at most. */
    RowMemory between(long residentLeast, long residentMost) {
        return residentLeast == residentMost
                ? resident(residentLeast)
                : new RowMemory(residentLeast, Bound.LEAST, residentMost, swappedBytes, hugetlbBytes);
    }

    RowMemory resident(long bytes) {
        return new RowMemory(bytes, bound, mostBytes, swappedBytes, hugetlbBytes);
    }

    RowMemory hugetlb(long bytes) {
        return new RowMemory(residentBytes, bound, mostBytes, swappedBytes, bytes);
    }
}
