package io.jemscope.agent.jemalloc;

import org.jspecify.annotations.Nullable;

/**
 * What a control is now.
 *
 * @param available whether this jemalloc has it, and lets it be used in this process
 * @param value a {@link Boolean}, a {@link Long} or a {@link String}; null where it has none, or isn't there
 */
public record Reading(boolean available, @Nullable Object value) {

    /** This jemalloc hasn't got it. */
    static final Reading ABSENT = new Reading(false, null);

    /** It is there, and has a value. */
    static Reading of(Object value) {
        return new Reading(true, value);
    }
}
