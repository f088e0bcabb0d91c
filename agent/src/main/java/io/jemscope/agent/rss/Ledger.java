package io.jemscope.agent.rss;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the resident memory of a process lies.
 *
 * @param time when it was read
 * @param status what the kernel counts of the whole process, read behind the mappings
 * @param container what is counted against a container's limit
 * @param counting how long it took to read the mappings, with the program held up now and again
 * @param complete whether all mappings were read, or reading stopped at a limit
 * @param rows what is added
 * @param retainedBytes address space that jemalloc keeps for later, which is no memory; null where that isn't known
 * @param tracking what the JVM tracks
 */
record Ledger(
        Instant time,
        ProcessStatus status,
        ContainerMemory container,
        MappingSums sums,
        Duration counting,
        boolean complete,
        List<LedgerRow> rows,
        @Nullable Long retainedBytes,
        NativeTracking tracking) {

    Ledger {
        rows = List.copyOf(rows);
    }

    /** What of RSS no row has: it changes while it is read, and the kernel's own counters are rough. May be negative. */
    long remainderBytes() {
        long sum = 0;
        for (LedgerRow row : rows) {
            sum = Sums.plus(sum, row.residentBytes());
        }
        return status.residentBytes() - sum;
    }

    /** What lies in reserved huge pages, which RSS doesn't have. */
    long hugetlbBytes() {
        long sum = 0;
        for (LedgerRow row : rows) {
            RowMemory memory = row.memory();
            sum = Sums.plus(sum, memory == null ? 0 : memory.hugetlbBytes());
        }
        return sum;
    }
}
