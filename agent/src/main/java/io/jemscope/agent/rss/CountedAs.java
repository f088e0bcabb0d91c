package io.jemscope.agent.rss;

/** What whoever manages memory counts of it. */
enum CountedAs {
    /** It may be used now, touched or not. */
    COMMITTED("committed"),
    /** Objects take it, those among them that nobody refers to any more. */
    USED("used"),
    /** Somebody asked for it and hasn't given it back. */
    ALLOCATED("allocated"),
    /** Pages that may be in memory, as far as who manages them can tell. */
    RESIDENT_AT_MOST("residentAtMost"),
    /** Free places in pages in use. */
    FREE("free"),
    /** Free, and in a thread's cache. */
    CACHED("cached"),
    /** Given back, and kept for the next who asks. */
    REUSABLE("reusable"),
    /** Given back, and the kernel's when it needs it. */
    RECLAIMABLE("reclaimable"),
    /** Never touched. */
    UNTOUCHED("untouched"),
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
