package io.jemscope.agent.web.compat.prometheus;

import io.jemscope.agent.events.EventKind;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Detection;
import io.jemscope.allocator.GlibcMemory;
import io.jemscope.allocator.MemorySummary;
import io.jemscope.report.verdict.ProcessVerdict;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads all metrics, in one go: the allocator's epoch is moved on once. Never a series for each stack. */
record Metrics(MetricsResource source) {

    private static final double NANOS_PER_SECOND = 1e9;

    MetricSnapshots read() {
        MetricSnapshots.Builder metrics = MetricSnapshots.builder();
        addMemory(metrics);
        new ResidentMemory(source.ledger()).addTo(metrics);
        ProcessVerdict verdict = source.verdict().last();
        if (verdict != null) {
            new VerdictMetrics(verdict).addTo(metrics);
        }
        addProfiler(metrics);
        addSamples(metrics);
        addEvents(metrics);
        metrics.metricSnapshot(Family.info("agent", "The agent in this process.", "version", source.version()));
        metrics.metricSnapshot(Family.gauge(
                "agent_threads",
                "Threads of the agent that run.",
                source.costs().threads()));
        metrics.metricSnapshot(Family.counter(
                "agent_cpu_seconds",
                "Processor time that the agent's threads have taken.",
                source.costs().nanos() / NANOS_PER_SECOND));
        return metrics.build();
    }

    /** Nothing where there is no jemalloc, or its build keeps no statistics: a 0 would be a lie. */
    private void addMemory(MetricSnapshots.Builder metrics) {
        Optional<MemorySummary> read = source.current().read();
        if (read.isEmpty()) {
            source.current().glibc().ifPresent(memory -> addGlibc(metrics, memory));
            return;
        }
        MemorySummary memory = read.get();
        add(metrics, "allocated", "Bytes that the program holds.", memory.allocatedBytes());
        add(metrics, "active", "Bytes in pages that hold something the program holds.", memory.activeBytes());
        add(metrics, "metadata", "Bytes that jemalloc needs for itself.", memory.metadataBytes());
        add(metrics, "resident", "Bytes of jemalloc's in physical memory, at most.", memory.residentBytes());
        add(metrics, "mapped", "Bytes in mappings that are in use.", memory.mappedBytes());
        add(metrics, "retained", "Bytes of address space kept for later.", memory.retainedBytes());
    }

    private static void addGlibc(MetricSnapshots.Builder metrics, GlibcMemory memory) {
        addGlibc(
                metrics,
                "allocated_bytes",
                "Bytes that the program holds, threads' caches included.",
                memory.heldBytes());
        addGlibc(metrics, "free_bytes", "Free bytes in glibc's heaps.", memory.freeBytes());
        addGlibc(
                metrics,
                "mmapped_bytes",
                "Bytes of the allocated in blocks with mappings of their own.",
                memory.mappedBytes());
        addGlibc(metrics, "mmapped_blocks", "Blocks with mappings of their own.", memory.mappedCount());
        addGlibc(metrics, "arenas", "Arenas of glibc's malloc.", memory.arenas());
    }

    private static void addGlibc(MetricSnapshots.Builder metrics, String name, String help, long value) {
        metrics.metricSnapshot(Family.gauge("glibc_" + name, help, value));
    }

    private static void add(MetricSnapshots.Builder metrics, String name, String help, long bytes) {
        metrics.metricSnapshot(Family.gauge("jemalloc_" + name + "_bytes", help, bytes));
    }

    private void addProfiler(MetricSnapshots.Builder metrics) {
        Detection detection = source.allocator().detection();
        if (detection.version() != null) {
            metrics.metricSnapshot(
                    Family.info("jemalloc", "The allocator of this process.", "version", detection.version()));
        }
        metrics.metricSnapshot(
                Family.info("allocator", "What serves malloc in this process.", "name", detection.mallocName()));
        boolean prof = Boolean.TRUE.equals(find(Control.OPT_PROF));
        boolean active = prof && Boolean.TRUE.equals(find(Control.PROF_ACTIVE));
        metrics.metricSnapshot(
                Family.gauge("profiling_available", "1 where sampling can be switched on, else 0.", prof ? 1 : 0));
        metrics.metricSnapshot(
                Family.gauge("profiling_active", "1 where allocations are sampled now, else 0.", active ? 1 : 0));
        Long lgSample = prof ? find(Control.PROF_LG_SAMPLE) : null;
        if (lgSample != null) {
            metrics.metricSnapshot(Family.gauge(
                    "profiling_sample_interval_bytes", "Mean distance between two samples.", 1L << lgSample));
        }
    }

    private void addSamples(MetricSnapshots.Builder metrics) {
        Map<String, Long> counters = source.hook().counters().byName();
        long all = value(counters, "samples");
        long java = value(counters, "samples.java");
        CounterSnapshot.Builder samples =
                Family.counters("samples", "Allocations sampled, with and without Java frames in their stacks.");
        samples.dataPoint(Family.point("java_frames", "true", java));
        samples.dataPoint(Family.point("java_frames", "false", Math.max(0, all - java)));
        metrics.metricSnapshot(samples.build());
        metrics.metricSnapshot(Family.gauge(
                "hook_installed",
                "1 where samples are given Java frames, else 0.",
                source.hook().installed() ? 1 : 0));
        metrics.metricSnapshot(Family.gauge(
                "java_frames",
                "Java frames in the table of the hook, which never shrinks.",
                value(counters, "frames")));
        metrics.metricSnapshot(Family.gauge(
                "java_frames_capacity",
                "Java frames that fit in the table of the hook; further ones are left out of stacks.",
                value(counters, "frames.capacity")));
    }

    private void addEvents(MetricSnapshots.Builder metrics) {
        CounterSnapshot.Builder counts =
                Family.counters("events", "What happened in the agent: dumps, runs, switches, refusals and so on.");
        for (EventKind kind : EventKind.values()) {
            counts.dataPoint(Family.point("kind", kind.word(), source.events().count(kind)));
        }
        metrics.metricSnapshot(counts.build());
    }

    private static long value(Map<String, Long> counters, String name) {
        Long value = counters.get(name);
        return value == null ? 0 : value;
    }

    private <T> @Nullable T find(Control<T> control) {
        try {
            return source.allocator().find(control).orElse(null);
        } catch (AllocatorException e) {
            return null;
        }
    }
}
