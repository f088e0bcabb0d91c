package io.jemscope.agent.rss;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel counts against a limit: of the process's control group, or of the one above it whose limit is nearest; where
 * none has a limit, of the one that is held up first.
 *
 * @param version 1 or 2; null where no group counts memory, or it isn't readable
 * @param usedBytes all that the group has taken, its files in the page cache among it
 * @param limitBytes where the kernel begins to kill; null where there is no limit
 * @param highBytes where the kernel begins to hold the group up and take pages away ({@code memory.high}); null where there
 *     is no such limit, as in version 1
 * @param inactiveFileBytes the part of the page cache that is dropped first: used without it is what Kubernetes goes by
 * @param why why nothing is known: a sentence; null where something is
 */
public record ContainerMemory(
        @Nullable Integer version,
        @Nullable Long usedBytes,
        @Nullable Long limitBytes,
        @Nullable Long highBytes,
        @Nullable Long inactiveFileBytes,
        @Nullable String why) {

    /** Reads it for this process. */
    public static ContainerMemory own() {
        return new ControlGroups(Path.of("/")).read();
    }

    static ContainerMemory unknown(String why) {
        return new ContainerMemory(null, null, null, null, null, why);
    }

    /** How many bytes more it can take until the kernel kills. */
    long killedIn() {
        return leftTo(limitBytes);
    }

    /** How many bytes more it can take until the kernel holds it up. */
    long heldUpIn() {
        return leftTo(highBytes);
    }

    private long leftTo(@Nullable Long limit) {
        return limit == null || usedBytes == null ? Long.MAX_VALUE : limit - usedBytes;
    }
}
