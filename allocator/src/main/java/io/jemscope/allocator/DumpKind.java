package io.jemscope.allocator;

/** Why a dump was made. */
public enum DumpKind {
    /** A person or a program asked. */
    ASKED("asked"),
    /** In the middle: every so often while recording, so that something is left if the program is killed. */
    SNAPSHOT("snapshot"),
    /** At a run's start, to tell what was there before. */
    BASELINE("baseline"),
    /** At the end, of a run or of the program. */
    FINAL("final"),
    /** By jemalloc itself, each time so many bytes had been allocated. */
    INTERVAL("interval"),
    /** By jemalloc itself, at a new high of mapped memory. */
    HIGH_WATER("highWater"),
    /** Under a name that jemalloc chose, since somebody asked for a dump and gave none. */
    MANUAL("manual"),
    /** No picture of a moment but jemalloc's log of what was sampled and has been freed since, and how long it lived. */
    LOG("log");

    private final String word;

    DumpKind(String word) {
        this.word = word;
    }

    /**
     * The kind's word in file names and JSON.
     *
     * @return the word, letters alone
     */
    public String word() {
        return word;
    }
}
