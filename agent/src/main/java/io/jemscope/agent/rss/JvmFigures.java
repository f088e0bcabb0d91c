package io.jemscope.agent.rss;

import org.jspecify.annotations.Nullable;

/**
 * What the JVM counts of its own memory.
 *
 * @param heapCommittedBytes the Java heap that may be used now
 * @param heapUsedBytes what objects take of it, unreachable ones included
 * @param pools the rest; null where the runtime has no module {@code java.management}
 */
record JvmFigures(
        long heapCommittedBytes,
        long heapUsedBytes,
        @Nullable Pools pools) {

    /**
     * Figures of the module java.management. Amounts are committed memory.
     *
     * @param metaspaceBytes metaspace without the class space
     * @param classSpaceBytes the compressed class space
     * @param codeBytes the code cache
     * @param directBytes what direct buffers hold, by their capacity
     * @param directCount how many there are
     * @param mappedBytes what buffers have mapped of files
     * @param mappedCount how many of these there are
     */
    record Pools(
            long metaspaceBytes,
            long classSpaceBytes,
            long codeBytes,
            long directBytes,
            long directCount,
            long mappedBytes,
            long mappedCount) {}

    static JvmFigures own() {
        Runtime runtime = Runtime.getRuntime();
        long committed = runtime.totalMemory();
        return new JvmFigures(committed, committed - runtime.freeMemory(), ownPools());
    }

    private static @Nullable Pools ownPools() {
        try {
            return ManagementPools.read();
        } catch (LinkageError e) {
            return null;
        }
    }
}
