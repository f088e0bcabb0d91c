package io.jemscope.report.verdict;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A memory ledger at one moment, as {@code GET /api/v1/memory} gives it, flattened: bytes by the name of the row or part, resident
 * where that is known and else as counted.
 *
 * @param time when it was read
 * @param figures bytes by name; {@link #RESIDENT} and the like beside the rows
 */
public record MemoryLook(Instant time, Map<String, Long> figures) {

    /** The process's RSS. */
    public static final String RESIDENT = "residentBytes";

    /** How many threads there are. */
    public static final String THREADS = "threads";

    /** How many processors the JVM uses, and how many arenas jemalloc has made for them. */
    static final String PROCESSORS = "processors";

    static final String ARENAS = "arenas";

    /** What counts against the container's limit, and the limit. */
    public static final String USED = "containerUsed";

    public static final String LIMIT = "containerLimit";

    /** RSS that is in no row. */
    public static final String REMAINDER = "remainder";

    /** Statistics that have another name in the ledger. */
    private static final Map<String, String> NAMES = Map.of(
            "rss.bytes", RESIDENT,
            "threads.count", THREADS,
            "container.used.bytes", USED,
            "container.limit.bytes", LIMIT,
            "jemalloc.allocated.bytes", "allocated",
            "jemalloc.dirty.bytes", "dirty",
            "jemalloc.cached.bytes", "threadCaches",
            "metaspace.committed.bytes", "metaspace",
            "classSpace.committed.bytes", "classSpace");

    public MemoryLook {
        figures = Map.copyOf(figures);
    }

    /**
     * Reads a ledger.
     *
     * @throws IllegalArgumentException if it isn't one
     */
    public static MemoryLook of(JsonObject ledger) {
        Map<String, Long> figures = new HashMap<>();
        putNumber(figures, RESIDENT, ledger.get("residentBytes"));
        putNumber(figures, THREADS, ledger.get("threads"));
        putNumber(figures, PROCESSORS, ledger.get("processors"));
        putNumber(figures, REMAINDER, ledger.get("remainderBytes"));
        if (ledger.get("container") instanceof JsonObject container) {
            putNumber(figures, USED, container.get("usedBytes"));
            putNumber(figures, LIMIT, container.get("limitBytes"));
        }
        putRows(figures, ledger.get("rows"));
        JsonElement time = ledger.get("time");
        if (time == null || !figures.containsKey(RESIDENT)) {
            throw new IllegalArgumentException("not a memory ledger: it has no time or no residentBytes");
        }
        try {
            return new MemoryLook(Instant.parse(time.getAsString()), figures);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("the ledger's time can't be read: " + time, e);
        }
    }

    /**
     * Takes the figures of a snapshot in the agent's history.
     *
     * @param statistics by the names in {@code docs/history.md}
     */
    public static MemoryLook ofStatistics(Instant time, Map<String, Double> statistics) {
        Map<String, Long> figures = new HashMap<>();
        statistics.forEach((name, value) -> {
            if (name.startsWith("ledger.") && name.endsWith(".bytes")) {
                figures.put(name.substring("ledger.".length(), name.length() - ".bytes".length()), Math.round(value));
            } else if (NAMES.containsKey(name)) {
                figures.put(NAMES.get(name), Math.round(value));
            }
        });
        Double active = statistics.get("jemalloc.active.bytes");
        Double allocated = statistics.get("jemalloc.allocated.bytes");
        if (active != null && allocated != null) {
            figures.put("fragmentation", Math.round(active - allocated));
        }
        return new MemoryLook(time, figures);
    }

    /** Whether the rows are known: reading them costs much, so a snapshot may have none. */
    public boolean hasRows() {
        return figures.containsKey("javaHeap") && figures.containsKey(RESIDENT);
    }

    private static void putRows(Map<String, Long> figures, JsonElement rows) {
        if (!(rows instanceof JsonArray all)) {
            return;
        }
        for (JsonElement each : all) {
            if (each instanceof JsonObject row && row.get("name") != null) {
                String name = row.get("name").getAsString();
                putNumber(figures, name, row.get("countedBytes"));
                putNumber(figures, name, row.get("residentBytes"));
                if (name.equals(ARENAS)) {
                    putNumber(figures, name, row.get("count"));
                }
                putRows(figures, row.get("of"));
            }
        }
    }

    private static void putNumber(Map<String, Long> figures, String name, JsonElement value) {
        if (value != null
                && value.isJsonPrimitive()
                && value.getAsJsonPrimitive().isNumber()) {
            figures.put(name, value.getAsLong());
        }
    }

    /** A figure; empty if unknown. */
    public OptionalLong figure(String name) {
        Long value = figures.get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** A figure; 0 if unknown. */
    double bytes(String name) {
        return figures.getOrDefault(name, 0L).doubleValue();
    }
}
