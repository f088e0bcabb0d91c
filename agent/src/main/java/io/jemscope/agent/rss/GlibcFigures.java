package io.jemscope.agent.rss;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.GlibcMemory;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the C library's own malloc.
 *
 * @param memory what it counts; null if unknown, or if nearly nothing goes to it
 * @param serves whether the program's {@code malloc} may go to it
 * @param arenas how many arenas with heaps of their own were found
 * @param why why nothing is counted: a sentence; null where that needs no reason
 */
record GlibcFigures(
        @Nullable GlibcMemory memory,
        boolean serves,
        long arenas,
        @Nullable String why) {

    private static final String TOO_OLD =
            "This C library doesn't count its memory (glibc 2.33 and later does), so large blocks, which have mappings of"
                    + " their own, are in otherAnonymous.";

    /** Reads them. It holds up threads that allocate, for as long as the walk over an arena's free blocks takes. */
    static GlibcFigures read(Allocator allocator) {
        if (!allocator.detection().isGlibc()) {
            return new GlibcFigures(null, false, 0, null);
        }
        GlibcMemory memory = allocator.glibcMemory().orElse(null);
        return new GlibcFigures(memory, true, 0, memory == null ? TOO_OLD : null);
    }

    GlibcFigures withArenas(long count) {
        return new GlibcFigures(memory, serves, count, why);
    }
}
