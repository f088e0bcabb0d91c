package io.jemscope.fleet.collect;

import io.jemscope.fleet.store.MemoryFigures;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads an agent's {@code /metrics}, in Prometheus's text format 0.0.4: the figures of memory, and nothing else. */
final class MetricsText {

    private static final String PREFIX = "jemscope_";

    /** Longer than any number is written. */
    private static final int MOST_DIGITS = 32;

    /** More than any machine has; sums of such figures don't overflow. */
    private static final double MOST_BYTES = 1L << 50;

    /** By name, with the labels. */
    private final Map<String, Long> values = new HashMap<>();

    private MetricsText(String text) {
        text.lines().filter(line -> line.startsWith(PREFIX)).forEach(this::add);
    }

    /**
     * Reads the figures.
     *
     * @param body any bytes; what isn't understood is unknown
     */
    static MemoryFigures read(byte[] body) {
        MetricsText metrics = new MetricsText(new String(body, StandardCharsets.UTF_8));
        long used = metrics.value("container_used_bytes");
        long inactive = Math.max(0, metrics.value("container_inactive_file_bytes"));
        long allocated = metrics.value("jemalloc_allocated_bytes");
        long held = metrics.value("jemalloc_resident_bytes");
        if (allocated < 0) {
            allocated = metrics.value("glibc_allocated_bytes");
            long free = metrics.value("glibc_free_bytes");
            held = allocated < 0 || free < 0 ? -1 : allocated + free;
        }
        return new MemoryFigures(
                metrics.value("process_resident_bytes"),
                metrics.value("container_limit_bytes"),
                used < 0 ? -1 : Math.max(0, used - inactive),
                metrics.row("javaHeap"),
                allocated,
                held,
                metrics.row("otherAnonymous"));
    }

    /** {@code name{row="javaHeap"} 1.5E7}, with or without labels, and a time behind it. */
    private void add(String line) {
        int labels = line.indexOf('}');
        int end = line.indexOf(' ', Math.max(0, labels));
        if (end > 0) {
            String value = line.substring(end + 1).stripLeading();
            int time = value.indexOf(' ');
            values.put(line.substring(PREFIX.length(), end), bytes(time < 0 ? value : value.substring(0, time)));
        }
    }

    private static long bytes(String text) {
        try {
            double value = text.length() > MOST_DIGITS ? -1 : Double.parseDouble(text);
            return value >= 0 && value < MOST_BYTES ? (long) value : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private long row(String name) {
        return value("memory_resident_bytes{row=\"" + name + "\"}");
    }

    private long value(String name) {
        return values.getOrDefault(name, -1L);
    }
}
