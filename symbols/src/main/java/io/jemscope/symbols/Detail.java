package io.jemscope.symbols;

/** How much is looked up of an address. */
public enum Detail {
    /** The function that covers it: cheap, from symbol tables. */
    FUNCTIONS,
    /** Its source line and the functions inlined there as well, from debug information. */
    LINES
}
