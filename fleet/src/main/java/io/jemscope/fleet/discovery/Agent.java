package io.jemscope.fleet.discovery;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An agent to ask for profiles.
 *
 * @param address where it listens, such as {@code https://web1.example.org:9443}
 * @param token the token that the collector sends; empty for none
 * @param labels what is known of its process; see {@link #SERVICE} and its neighbours
 */
public record Agent(URI address, String token, SortedMap<String, String> labels) {

    /** The label with the service that the process runs; without it, its main class. */
    public static final String SERVICE = "service";

    /** The label with the service's version. */
    public static final String VERSION = "version";

    /** The label with the machine's name, in place of the name that it has for itself. */
    public static final String HOST = "host";

    public Agent {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    public static Agent of(URI address, String token, Map<String, String> labels) {
        return new Agent(address, token, new TreeMap<>(labels));
    }

    /** The token stays out of every text that could be logged. */
    @Override
    public String toString() {
        return address.toString();
    }
}
