package io.jemscope.agent.rss;

/** What the allocator or the JVM counts of its memory. */
enum CountedAs {
    /** It may be used now, touched or not. */
    COMMITTED("committed"),
    /** Objects take it, unreachable ones included. */
    USED("used"),
    /** Allocated, and not freed. */
    ALLOCATED("allocated"),
    /** Pages that may be in memory, as far as the allocator knows. */
    RESIDENT_AT_MOST("residentAtMost"),
    /** Free places in pages in use. */
    FREE("free"),
    /** Free, and in a thread's cache. */
    CACHED("cached"),
    /** Freed, and kept for the next allocation. */
    REUSABLE("reusable"),
    /** Given back, and the kernel's when it needs it. */
    RECLAIMABLE("reclaimable"),
    /** Never touched. */
    UNTOUCHED("untouched"),
    /** In memory only because it lies in a huge page. */
    UNUSED("unused"),
    /** An estimate from samples. */
    SAMPLED("sampled"),
    /** Mapped of files. */
    MAPPED("mapped");

    private final String word;

    CountedAs(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
