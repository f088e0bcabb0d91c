package io.jemscope.agent.jmx;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code io.jemscope:type=Memory}. What isn't known is null. */
public interface MemoryMXBean {

    /** RSS. */
    @Nullable
    Long getResidentBytes();

    @Nullable
    Long getSwappedBytes();

    /** The rows of the memory ledger by name; empty if it can't be read. */
    Map<String, Long> getRows();

    /** RSS that is in no row. */
    @Nullable
    Long getRemainderBytes();

    /** How long ago the rows were read. */
    @Nullable
    Long getLedgerAgeMillis();

    @Nullable
    Long getContainerUsedBytes();

    @Nullable
    Long getContainerInactiveFileBytes();

    @Nullable
    Long getContainerLimitBytes();

    /** jemalloc's figures, such as {@code allocated}, in bytes; empty without jemalloc. */
    Map<String, Long> getAllocator();
}
