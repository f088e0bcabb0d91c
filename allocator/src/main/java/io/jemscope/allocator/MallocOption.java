package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * An option of jemalloc, set once at the process's start.
 *
 * @param name its name without {@code opt.}, which is also its key in {@code MALLOC_CONF}
 * @param value its value as {@code MALLOC_CONF} would have it; null where this build of jemalloc has no such option
 * @param source the strongest source that names it. jemalloc ignores a value that it can't read, so look at the value
 *     too
 */
public record MallocOption(String name, @Nullable String value, OptionSource source) {

    /**
     * Whether this build of jemalloc has the option.
     *
     * @return whether it does
     */
    public boolean available() {
        return value != null;
    }
}
