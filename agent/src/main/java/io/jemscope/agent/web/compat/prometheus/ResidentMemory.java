package io.jemscope.agent.web.compat.prometheus;

import io.jemscope.agent.rss.ContainerMemory;
import io.jemscope.agent.rss.LedgerSums;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.agent.rss.RecentLedger;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The process's resident memory: its rows, and what counts against the container's limit. What isn't known is absent. */
record ResidentMemory(RecentLedger ledger) {

    private static final double MILLIS_PER_SECOND = 1e3;

    void addTo(MetricSnapshots.Builder metrics) {
        addProcess(metrics);
        addContainer(metrics, ContainerMemory.own());
        LedgerSums sums = ledger.read();
        if (sums != null) {
            addRows(metrics, sums);
        }
    }

    private static void addProcess(MetricSnapshots.Builder metrics) {
        try {
            ProcessStatus status = ProcessStatus.own();
            add(metrics, "process_resident_bytes", "Resident memory of the process (VmRSS).", status.residentBytes());
            add(metrics, "process_swapped_bytes", "Memory of the process that is swapped out.", status.swappedBytes());
        } catch (IOException e) {
            // No /proc: there is no ledger either.
        }
    }

    private static void addContainer(MetricSnapshots.Builder metrics, ContainerMemory container) {
        add(
                metrics,
                "container_used_bytes",
                "What counts against the container's limit, page cache included.",
                container.usedBytes());
        add(
                metrics,
                "container_inactive_file_bytes",
                "The part of it that the kernel drops before it kills.",
                container.inactiveFileBytes());
        add(metrics, "container_limit_bytes", "Above it the kernel kills.", container.limitBytes());
    }

    private static void addRows(MetricSnapshots.Builder metrics, LedgerSums sums) {
        List<GaugeDataPointSnapshot> rows = new ArrayList<>();
        for (LedgerSums.Row row : sums.rows()) {
            rows.add(Family.gaugePoint("row", row.name(), (double) row.residentBytes()));
        }
        metrics.metricSnapshot(Family.gauge(
                "memory_resident_bytes",
                "Resident memory by row of the memory ledger. It is read again after "
                        + RecentLedger.REUSED.toSeconds()
                        + " s or more, after 100 times as long as a reading takes: see jemscope_memory_ledger_age_seconds.",
                rows));
        add(
                metrics,
                "memory_remainder_bytes",
                "Resident memory that is in no row, of the same reading; may be negative.",
                sums.remainderBytes());
        long age = Duration.between(sums.time(), Instant.now()).toMillis();
        metrics.metricSnapshot(Family.gauge(
                "memory_ledger_age_seconds", "How long ago the rows were read.", Math.max(0, age) / MILLIS_PER_SECOND));
    }

    private static void add(MetricSnapshots.Builder metrics, String name, String help, @Nullable Long bytes) {
        if (bytes != null) {
            metrics.metricSnapshot(Family.gauge(name, help, bytes));
        }
    }
}
