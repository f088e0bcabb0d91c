package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.AllocatorException;

/** One of jemalloc's run-time controls, as a caller sees it. */
public interface KnownControl {

    /** Its name, as {@code mallctl} has it. */
    String name();

    /** What it does, and what to know before it is changed: for a person. */
    String does();

    /** What it is now. */
    Reading read() throws AllocatorException;
}
