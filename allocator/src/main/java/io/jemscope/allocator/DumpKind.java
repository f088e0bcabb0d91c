package io.jemscope.allocator;

/** The reason of a dump. */
public enum DumpKind {
    /** A person or a program requested it. */
    ASKED("asked"),
    /** Periodic, while recording, so that a dump exists if the program is killed. */
    SNAPSHOT("snapshot"),
    /** At the start of a run, to know the allocations before it. */
    BASELINE("baseline"),
    /** At the end of a run or of the program. */
    FINAL("final"),
    /** By jemalloc, after each so many allocated bytes. */
    INTERVAL("interval"),
    /** By jemalloc, at a new maximum of mapped memory. */
    HIGH_WATER("highWater"),
    /** Under a name that jemalloc chose, because the request had none. */
    MANUAL("manual"),
    /** Not a dump but jemalloc's log of sampled allocations that have been freed, with their lifetimes. */
    LOG("log");

    private final String word;

    DumpKind(String word) {
        this.word = word;
    }

    /** The kind's word in file names and JSON; letters only. */
    public String word() {
        return word;
    }
}
