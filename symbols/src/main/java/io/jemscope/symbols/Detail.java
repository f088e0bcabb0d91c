package io.jemscope.symbols;

/** How much to look up for an address. */
public enum Detail {
    /** The function that covers it, from symbol tables: cheap. */
    FUNCTIONS,
    /** Also its source line and the functions inlined there, from debug information. */
    LINES
}
