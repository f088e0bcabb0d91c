package io.jemscope.allocator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of the samples since the native library was loaded: counts by name, in the library's order. The names
 * are the keys of the symbols files; which there are is the library's to say.
 *
 * @param byName the counts by name; unchangeable
 */
public record HookCounters(Map<String, Long> byName) {

    /**
     * Keeps a copy.
     *
     * @param byName the counts by name
     */
    public HookCounters {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }
}
