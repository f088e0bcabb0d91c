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

    /** The last verdict, as {@code jemscope why} prints it; null before the first. To read it makes none. */
    @Nullable
    String getVerdict();

    @Nullable
    Long getVerdictAgeMillis();

    /** How many sites leak, by the last verdict. */
    @Nullable
    Integer getLeakingSites();

    /** What grows or is large, by the last verdict: bytes by the kind of the finding. */
    Map<String, Long> getFindings();

    /** jemalloc's figures, such as {@code allocated}, in bytes; empty without jemalloc. */
    Map<String, Long> getAllocator();
}
