package io.jemscope.allocator;

/** Why a dump was made. */
public enum DumpKind {
    /** At the program's end. */
    FINAL("final"),
    /** Every so often while recording, so that something is left if the program is killed. */
    SNAPSHOT("snapshot"),
    /** A person or a program asked. */
    ASKED("asked");

    private final String word;

    DumpKind(String word) {
        this.word = word;
    }

    /**
     * The kind's word in file names and JSON.
     *
     * @return the word, lower case
     */
    public String word() {
        return word;
    }
}
