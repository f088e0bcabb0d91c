package io.jemscope.allocator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counts of samples by result since the native library was loaded, in the library's order. The names are the keys in
 * {@code .symbols} files; the library defines them.
 *
 * @param byName the counts by name; immutable
 */
public record HookCounters(Map<String, Long> byName) {

    /** Copies the map. */
    public HookCounters {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }
}
