package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a sample's figures stand among its values; -1 where they don't.
 *
 * @param count how many values a sample has
 * @param liveObjects the column of live objects
 * @param liveBytes the column of live bytes
 * @param accumulatedObjects the column of objects ever asked for
 * @param accumulatedBytes the column of bytes ever asked for
 * @param doubt what is to be said of the choice; null where the names leave no doubt
 */
record HeapColumns(
        int count,
        int liveObjects,
        int liveBytes,
        int accumulatedObjects,
        int accumulatedBytes,
        @Nullable String doubt) {

    /** So many types are named where the right ones are missing. */
    private static final int MOST_NAMED = 10;

    /**
     * Finds the columns: by the names that Go's heap profiles use, and the shorter ones of converted older formats; else
     * the one column of bytes there is (async-profiler's {@code malloc} or {@code allocations}), or the one that the file
     * itself shows first. Nothing then says whether what was freed is counted.
     *
     * @param types the columns
     * @param shown the name of the column that the file shows first; empty where it names none
     */
    static HeapColumns of(List<ValueType> types, String shown) throws FormatException {
        int liveBytes = find(types, "bytes", "inuse_space", "space");
        int accumulatedBytes = find(types, "bytes", "alloc_space");
        if (liveBytes >= 0 || accumulatedBytes >= 0) {
            int liveObjects = find(types, "count", "inuse_objects", "objects");
            int accumulatedObjects = find(types, "count", "alloc_objects");
            return new HeapColumns(types.size(), liveObjects, liveBytes, accumulatedObjects, accumulatedBytes, null);
        }
        int bytes = onlyBytes(types, shown);
        ValueType type = types.get(bytes);
        String doubt =
                "the file's " + type + " stand for what is held; it doesn't say whether they count what was freed";
        return new HeapColumns(types.size(), find(types, "count", type.type()), bytes, -1, -1, doubt);
    }

    private static int onlyBytes(List<ValueType> types, String shown) throws FormatException {
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).unit().equals("bytes")) {
                columns.add(i);
            }
        }
        int preferred = find(types, "bytes", shown);
        if (preferred >= 0) {
            return preferred;
        }
        if (columns.size() == 1) {
            return columns.get(0);
        }
        if (columns.isEmpty() && (find(types, "count", "malloc", "allocations", "objects", "inuse_objects") >= 0)) {
            throw new FormatException(
                    "The pprof profile can't be read",
                    "it counts allocations and no bytes: it has the sample types " + names(types),
                    "Convert it again with bytes; async-profiler's converter does so with --total");
        }
        throw PprofReader.failure("it is no heap profile: it has the sample types " + names(types)
                + ", and neither inuse_space/bytes nor alloc_space/bytes"
                + (columns.isEmpty() ? "" : ", and nothing tells which of several to take"));
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
