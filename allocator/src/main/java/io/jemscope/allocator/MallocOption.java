package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * An option of jemalloc, fixed at the start of the process.
 *
 * @param name its name without {@code opt.}, which is also its key in {@code MALLOC_CONF}
 * @param value its value as in {@code MALLOC_CONF}; null if this build of jemalloc doesn't have the option
 * @param source the strongest source with this option. jemalloc ignores invalid values, so the value may be from another one
 */
public record MallocOption(String name, @Nullable String value, OptionSource source) {

    /** Returns whether this build of jemalloc has the option. */
    public boolean available() {
        return value != null;
    }
}
