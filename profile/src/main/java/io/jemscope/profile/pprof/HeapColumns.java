package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a sample's figures stand among its values; -1 if they don't.
 *
 * @param count how many values a sample has
 * @param accumulatedObjects the column of all objects ever allocated
 * @param accumulatedBytes the column of all bytes ever allocated
 * @param shown the column that a reader shows first, by its name: the file's default, else the last one
 * @param doubt what the names of the columns leave open; null if they are clear
 */
record HeapColumns(
        int count,
        int liveObjects,
        int liveBytes,
        int accumulatedObjects,
        int accumulatedBytes,
        String shown,
        @Nullable String doubt) {

    /** So many types are listed where the right ones are missing. */
    private static final int MOST_NAMED = 10;

    /**
     * Finds the columns: by the names that Go's heap profiles use, and the shorter ones of converted older formats; else
     * one of the columns of bytes stands for live memory (async-profiler's {@code malloc}, Datadog's
     * {@code heap-live-size}). As in pprof that is the file's default, else the last one.
     *
     * @param preferred the name of the file's default column; empty if it has none
     */
    static HeapColumns of(List<ValueType> types, String preferred) throws FormatException {
        int liveBytes = find(types, "bytes", "inuse_space", "space");
        int accumulatedBytes = find(types, "bytes", "alloc_space");
        String shown = preferred.isEmpty() && !types.isEmpty()
                ? types.get(types.size() - 1).type()
                : preferred;
        if (liveBytes >= 0 || accumulatedBytes >= 0) {
            int liveObjects = find(types, "count", "inuse_objects", "objects");
            int accumulatedObjects = find(types, "count", "alloc_objects");
            return new HeapColumns(
                    types.size(), liveObjects, liveBytes, accumulatedObjects, accumulatedBytes, shown, null);
        }
        int bytes = bytes(types, preferred);
        ValueType type = types.get(bytes);
        String doubt =
                "the file's " + type + " stand for what is held; it doesn't say whether they count what was freed";
        return new HeapColumns(types.size(), objects(types, bytes), bytes, -1, -1, "", doubt);
    }

    private static int bytes(List<ValueType> types, String preferred) throws FormatException {
        int column = find(types, "bytes", preferred);
        for (int i = types.size() - 1; i >= 0 && column < 0; i--) {
            column = types.get(i).unit().equals("bytes") ? i : -1;
        }
        if (column >= 0) {
            return column;
        }
        if (find(types, "count", "malloc", "allocations", "objects", "inuse_objects") >= 0) {
            throw new FormatException(
                    "The pprof profile can't be read",
                    "it counts allocations and no bytes: it has the sample types " + names(types),
                    "Convert it again with bytes; async-profiler's converter does so with --total");
        }
        throw PprofReader.failure("it is not a heap profile: it has the sample types " + names(types)
                + ", and none of them counts bytes");
    }

    /** The column of the objects that have the bytes: that of the same name, else the one before. */
    private static int objects(List<ValueType> types, int bytes) {
        int column = find(types, "count", types.get(bytes).type());
        boolean before = column < 0 && bytes > 0 && types.get(bytes - 1).unit().equals("count");
        return before ? bytes - 1 : column;
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

    /** Refuses a sample that has more or fewer values than there are columns. */
    void check(Numbers values) throws FormatException {
        if (values.size() != count) {
            throw PprofReader.failure("a sample has " + values.size() + " values for " + count + " sample types");
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
