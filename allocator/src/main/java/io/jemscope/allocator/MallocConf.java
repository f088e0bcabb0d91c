package io.jemscope.allocator;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses a configuration string like jemalloc: {@code key:value,key:value}, keys of letters, digits and underscores, values up to
 * the next comma. Like jemalloc, it ignores the rest of the string after a malformed key (jemalloc 5.3.0, {@code jemalloc.c},
 * {@code malloc_conf_next}).
 */
final class MallocConf {

    private MallocConf() {}

    /** Returns the settings by key; of duplicates, the later one. */
    static Map<String, String> parse(@Nullable String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        int at = 0;
        while (text != null && at < text.length()) {
            int colon = at;
            while (colon < text.length() && isKey(text.charAt(colon))) {
                colon++;
            }
            if (colon == text.length() || text.charAt(colon) != ':') {
                break;
            }
            int comma = text.indexOf(',', colon);
            int end = comma < 0 ? text.length() : comma;
            settings.put(text.substring(at, colon), text.substring(colon + 1, end));
            at = end + 1;
        }
        return settings;
    }

    private static boolean isKey(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
}
