package io.jemscope.allocator;

/** Why a dump is made. (The one at the program's end is the native agent's alone.) */
public enum DumpKind {
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
