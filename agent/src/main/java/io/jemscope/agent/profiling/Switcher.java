package io.jemscope.agent.profiling;

/** Who made sampling what it is. */
public enum Switcher {
    /** A caller of this agent. */
    AGENT,
    /** Something else: MALLOC_CONF at the start, the program itself, another tool. */
    OTHER
}
