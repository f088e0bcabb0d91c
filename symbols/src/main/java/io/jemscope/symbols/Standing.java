package io.jemscope.symbols;

/** Whether the file at a mapping's path is the build that the process had mapped, where no build id tells. */
public enum Standing {
    /** It is, as far as can be told. */
    SAME,
    /** Nothing tells. */
    UNKNOWN,
    /** It was changed after the dump was taken. */
    CHANGED,
    /** The process ran on another machine. */
    ELSEWHERE
}
