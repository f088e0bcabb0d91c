package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import java.util.List;

/**
 * Where a sample's figures stand among its values; -1 where they don't.
 *
 * @param count how many values a sample has
 * @param liveObjects the column of live objects
 * @param liveBytes the column of live bytes
 * @param accumulatedObjects the column of objects ever asked for
 * @param accumulatedBytes the column of bytes ever asked for
 */
record HeapColumns(int count, int liveObjects, int liveBytes, int accumulatedObjects, int accumulatedBytes) {

    /** So many types are named where the right ones are missing. */
    private static final int MOST_NAMED = 10;

    /** Finds the columns by the names that Go's heap profiles use, and the shorter ones of converted older formats. */
    static HeapColumns of(List<ValueType> types) throws FormatException {
        int liveBytes = find(types, "bytes", "inuse_space", "space");
        int accumulatedBytes = find(types, "bytes", "alloc_space");
        if (liveBytes < 0 && accumulatedBytes < 0) {
            throw PprofReader.failure("it is no heap profile: it has the sample types " + names(types)
                    + ", and neither inuse_space/bytes nor alloc_space/bytes");
        }
        return new HeapColumns(
                types.size(),
                find(types, "count", "inuse_objects", "objects"),
                liveBytes,
                find(types, "count", "alloc_objects"),
                accumulatedBytes);
    }

    private static String names(List<ValueType> types) {
        StringBuilder names = new StringBuilder();
        for (ValueType type : types.subList(0, Math.min(types.size(), MOST_NAMED))) {
            names.append(names.isEmpty() ? "" : ", ").append(type);
        }
        return names.isEmpty() ? "none" : names.toString();
    }

    private static int find(List<ValueType> types, String unit, String... names) {
        for (String name : names) {
            int column = types.indexOf(new ValueType(name, unit));
            if (column >= 0) {
                return column;
            }
        }
        return -1;
    }

    /** Refuses values that are no amounts. */
    void check(Numbers values) throws FormatException {
        if (values.size() != count) {
            throw PprofReader.failure("a sample has " + values.size() + " values for " + count + " sample types");
        }
        for (int i = 0; i < count; i++) {
            if (values.get(i) < 0) {
                throw PprofReader.failure("a sample has the value " + values.get(i) + "; it seems to be a difference"
                        + " of two profiles, where both are wanted");
            }
        }
    }

    Amount live(Numbers values) {
        return amount(values, liveObjects, liveBytes);
    }

    Amount accumulated(Numbers values) {
        return amount(values, accumulatedObjects, accumulatedBytes);
    }

    private static Amount amount(Numbers values, int objects, int bytes) {
        return new Amount(objects < 0 ? 0 : values.get(objects), bytes < 0 ? 0 : values.get(bytes));
    }
}
