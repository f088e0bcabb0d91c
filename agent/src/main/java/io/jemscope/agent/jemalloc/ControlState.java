package io.jemscope.agent.jemalloc;

import org.jspecify.annotations.Nullable;

/**
 * A control at one moment.
 *
 * @param found what this agent found before it changed it; null where it hasn't
 */
public record ControlState(
        KnownControl control, Reading reading, @Nullable Object found) {}
