package io.jemscope.agent.rss;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the JVM's Native Memory Tracking says.
 *
 * @param level {@code off}, {@code summary} or {@code detail}; null if unknown
 * @param categories what is tracked, by the part of the JVM that allocated it; none if unknown
 * @param why why there are none: a sentence; null where there are
 */
record NativeTracking(
        @Nullable String level,
        List<Category> categories,
        @Nullable String why) {

    /**
     * A part of the JVM.
     *
     * @param name as the JVM has it, such as {@code GC}
     * @param reservedBytes address space
     * @param committedBytes what of it may be used, and what was allocated
     * @param mallocBytes what was allocated by malloc, for arenas and for the tracking itself among it
     * @param mappedBytes committed memory of its own mappings
     */
    record Category(String name, long reservedBytes, long committedBytes, long mallocBytes, long mappedBytes) {}

    NativeTracking {
        categories = List.copyOf(categories);
    }

    static NativeTracking without(@Nullable String level, String why) {
        return new NativeTracking(level, List.of(), why);
    }

    /** All that it knows to come from malloc; null where nothing is known. */
    @Nullable
    Long mallocBytes() {
        if (categories.isEmpty()) {
            return null;
        }
        long sum = 0;
        for (Category category : categories) {
            sum = Sums.plus(sum, category.mallocBytes());
        }
        return sum;
    }
}
