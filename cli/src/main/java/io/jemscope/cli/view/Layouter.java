package io.jemscope.cli.view;

/** What puts the boxes of a drawing in their places. */
public enum Layouter {
    /** Our own, which needs no other program. */
    OWN,
    /** Graphviz's {@code dot}, where it is installed. */
    DOT
}
