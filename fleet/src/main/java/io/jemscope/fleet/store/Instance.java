package io.jemscope.fleet.store;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One life of one process of a service. A process that starts again is another instance.
 *
 * @param id tells it from all others, such as {@code web1/4711@1764097200123}
 * @param service what it runs, such as {@code shop}
 * @param version which version of it; empty if unknown
 * @param host the machine or container; empty if unknown
 * @param labels what else is known of it, such as its zone
 */
public record Instance(String id, String service, String version, String host, SortedMap<String, String> labels) {

    public Instance {
        if (id.isEmpty() || service.isEmpty()) {
            throw new IllegalArgumentException("an instance has an id and a service");
        }
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** An instance whose labels come in any order. */
    public static Instance of(String id, String service, String version, String host, Map<String, String> labels) {
        return new Instance(id, service, version, host, new TreeMap<>(labels));
    }
}
