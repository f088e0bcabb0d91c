package io.jemscope.cli.live;

import java.util.List;
import java.util.Map;

/** What people call the rows of the ledger, and what was counted. */
final class RowName {

    /** What begins the names of NMT's categories and of files; the category's or file's own name follows. */
    private static final List<String> PREFIXES = List.of("tracked:", "file:");

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("javaHeap", "Java heap"),
            Map.entry("heapUsed", "objects, dead ones among them"),
            Map.entry("mappedAgain", "mapped more than once"),
            Map.entry("codeCache", "code cache"),
            Map.entry("threadStacks", "thread stacks"),
            Map.entry("jemalloc", "jemalloc"),
            Map.entry("allocated", "allocated, live"),
            Map.entry("directBuffers", "direct buffers"),
            Map.entry("threadCaches", "thread caches"),
            Map.entry("trackedMalloc", "the JVM's own, by NMT"),
            Map.entry("profiled", "known to the profile"),
            Map.entry("addedBySampling", "added by sampling"),
            Map.entry("fragmentation", "fragmentation"),
            Map.entry("metadata", "metadata"),
            Map.entry("dirty", "dirty pages"),
            Map.entry("arenas", "arenas"),
            Map.entry("hugePages", "unused in huge pages"),
            Map.entry("muzzy", "muzzy pages"),
            Map.entry("untouched", "allocated, never touched"),
            Map.entry("cdsArchive", "CDS archive"),
            Map.entry("libraries", "libraries"),
            Map.entry("jars", "jars and modules"),
            Map.entry("files", "other files"),
            Map.entry("mappedBuffers", "mapped buffers"),
            Map.entry("sharedMemory", "shared memory"),
            Map.entry("jvmStructures", "JVM structures"),
            Map.entry("metaspace", "metaspace"),
            Map.entry("classSpace", "compressed class space"),
            Map.entry("otherAnonymous", "other anonymous memory"),
            Map.entry("unreserved", "mapped as allocators do"),
            Map.entry("glibcMalloc", "glibc malloc"),
            Map.entry("glibcAllocated", "allocated, live"),
            Map.entry("glibcFree", "freed, not returned"),
            Map.entry("programBreak", "the main heap"),
            Map.entry("glibcArenas", "heaps of other arenas"),
            Map.entry("largeBlocks", "large blocks"));

    private static final Map<String, String> COUNTS = Map.ofEntries(
            Map.entry("residentAtMost", "resident at most"),
            Map.entry("free", "free in pages in use"),
            Map.entry("cached", "free in threads' caches"),
            Map.entry("reusable", "kept for reuse"),
            Map.entry("reclaimable", "left to the kernel"),
            Map.entry("unused", "unused"),
            Map.entry("untouched", "never touched"));

    private RowName() {}

    /** What was counted, for people; most of the agent's own words are fit for them. */
    static String ofCounted(String word) {
        return COUNTS.getOrDefault(word, word);
    }

    /** The name for people; the agent's own where a newer agent has more rows than this command knows. */
    static String of(String name) {
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                return name.substring(prefix.length());
            }
        }
        return NAMES.getOrDefault(name, name);
    }
}
