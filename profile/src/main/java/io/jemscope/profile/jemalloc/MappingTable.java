package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Mapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mappings of a process, found by address. */
final class MappingTable {

    private final List<Mapping> mappings;

    /** Takes mappings in any order that don't overlap. */
    MappingTable(List<Mapping> unsorted) {
        List<Mapping> sorted = new ArrayList<>(unsorted);
        sorted.sort((one, other) -> Long.compareUnsigned(one.start(), other.start()));
        mappings = List.copyOf(sorted);
    }

    /** The mappings by ascending address. */
    List<Mapping> all() {
        return mappings;
    }

    /** The mapping that contains an address; null without one. */
    @Nullable
    Mapping at(long address) {
        int low = 0;
        int high = mappings.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(mappings.get(middle).start(), address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return null;
        }
        Mapping below = mappings.get(low - 1);
        return below.contains(address) ? below : null;
    }
}
