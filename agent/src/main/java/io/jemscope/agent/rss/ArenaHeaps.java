package io.jemscope.agent.rss;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the heaps of glibc's arenas. Each is aligned to 64 MiB and begins with its {@code heap_info} (glibc's {@code malloc/arena.c}):
 * the arena's address, the heap before it in the arena, its size, and how much of it is accessible.
 */
final class ArenaHeaps {

    private static final long HEAP_BYTES = 64L << 20;

    /** The arena lies right behind the {@code heap_info} of its first heap. */
    private static final long MOST_INFO_BYTES = 4096;

    /** Null if this process's memory can't be read: then no heap is found. */
    private final @Nullable ProcessMemory memory;

    private long arenas;

    ArenaHeaps(@Nullable ProcessMemory memory) {
        this.memory = memory;
    }

    /** Whether the mapping begins with such a heap; full ones that follow directly are in the same mapping. */
    boolean holds(MemoryMapping mapping) {
        if (memory == null || mapping.start() % HEAP_BYTES != 0 || !isHeap(memory, mapping.start())) {
            return false;
        }
        for (long heap = mapping.start(); heap < mapping.end(); heap += HEAP_BYTES) {
            arenas += isFirst(memory, heap) ? 1 : 0;
        }
        return true;
    }

    /** How many arenas the heaps found so far belong to. */
    long arenas() {
        return arenas;
    }

    private static boolean isHeap(ProcessMemory memory, long heap) {
        try {
            long before = memory.word(heap + 8);
            long size = memory.word(heap + 16);
            long accessible = memory.word(heap + 24);
            boolean isLinked = isFirst(memory, heap) || (before != 0 && before % HEAP_BYTES == 0);
            return isLinked && size > 0 && size <= accessible && accessible <= HEAP_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isFirst(ProcessMemory memory, long heap) {
        try {
            long arena = memory.word(heap);
            return memory.word(heap + 8) == 0 && arena > heap && arena < heap + MOST_INFO_BYTES;
        } catch (IOException e) {
            return false;
        }
    }
}
