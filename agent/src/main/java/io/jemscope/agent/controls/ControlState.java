package io.jemscope.agent.controls;

import org.jspecify.annotations.Nullable;

/**
 * A control at one moment.
 *
 * @param control which
 * @param reading what it is
 * @param found what this agent found before it changed it; null where it hasn't
 */
record ControlState(
        KnownControl control, Reading reading, @Nullable Object found) {}
