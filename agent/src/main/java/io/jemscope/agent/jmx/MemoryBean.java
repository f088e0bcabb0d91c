package io.jemscope.agent.jmx;

import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.rss.ContainerMemory;
import io.jemscope.agent.rss.LedgerSums;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.allocator.GlibcMemory;
import io.jemscope.allocator.MemorySummary;
import io.jemscope.report.verdict.Finding;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.ProcessVerdictText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what the bean shows. */
record MemoryBean(RecentLedger ledger, CurrentMemory memory, OwnVerdict verdict) implements MemoryMXBean {

    private static final int COLUMNS = 120;

    @Override
    public @Nullable Long getResidentBytes() {
        ProcessStatus status = status();
        return status == null ? null : (Long) status.residentBytes();
    }

    @Override
    public @Nullable Long getSwappedBytes() {
        ProcessStatus status = status();
        return status == null ? null : (Long) status.swappedBytes();
    }

    private static @Nullable ProcessStatus status() {
        try {
            return ProcessStatus.own();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public Map<String, Long> getRows() {
        Map<String, Long> rows = new LinkedHashMap<>();
        LedgerSums sums = ledger.read();
        if (sums != null) {
            for (LedgerSums.Row row : sums.rows()) {
                rows.put(row.name(), row.residentBytes());
            }
        }
        return rows;
    }

    @Override
    public @Nullable Long getRemainderBytes() {
        LedgerSums sums = ledger.read();
        return sums == null ? null : (Long) sums.remainderBytes();
    }

    @Override
    public @Nullable Long getLedgerAgeMillis() {
        LedgerSums sums = ledger.read();
        return sums == null ? null : age(sums.time());
    }

    private static Long age(Instant time) {
        return Math.max(0, Duration.between(time, Instant.now()).toMillis());
    }

    @Override
    public @Nullable String getVerdict() {
        ProcessVerdict last = verdict.last();
        return last == null ? null : ProcessVerdictText.print(last, "this process", COLUMNS);
    }

    @Override
    public @Nullable Long getVerdictAgeMillis() {
        ProcessVerdict last = verdict.last();
        return last == null ? null : age(last.now().time());
    }

    @Override
    public @Nullable Integer getLeakingSites() {
        ProcessVerdict last = verdict.last();
        return last == null ? null : (Integer) last.leaks();
    }

    @Override
    public Map<String, Long> getFindings() {
        Map<String, Long> findings = new LinkedHashMap<>();
        ProcessVerdict last = verdict.last();
        if (last != null) {
            for (Finding finding : last.byKind()) {
                findings.put(finding.kind().word(), Math.round(finding.bytes()));
            }
        }
        return findings;
    }

    @Override
    public @Nullable Long getContainerUsedBytes() {
        return ContainerMemory.own().usedBytes();
    }

    @Override
    public @Nullable Long getContainerInactiveFileBytes() {
        return ContainerMemory.own().inactiveFileBytes();
    }

    @Override
    public @Nullable Long getContainerLimitBytes() {
        return ContainerMemory.own().limitBytes();
    }

    @Override
    public Map<String, Long> getAllocator() {
        Map<String, Long> figures = new LinkedHashMap<>();
        Optional<MemorySummary> read = memory.read();
        if (read.isPresent()) {
            figures.put("allocated", read.get().allocatedBytes());
            figures.put("active", read.get().activeBytes());
            figures.put("metadata", read.get().metadataBytes());
            figures.put("resident", read.get().residentBytes());
            figures.put("mapped", read.get().mappedBytes());
            figures.put("retained", read.get().retainedBytes());
            return figures;
        }
        Optional<GlibcMemory> glibc = memory.glibc();
        if (glibc.isPresent()) {
            figures.put("allocated", glibc.get().heldBytes());
            figures.put("free", glibc.get().freeBytes());
            figures.put("mmapped", glibc.get().mappedBytes());
            figures.put("arenas", glibc.get().arenas());
        }
        return figures;
    }
}
