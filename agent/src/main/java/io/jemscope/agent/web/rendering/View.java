package io.jemscope.agent.web.rendering;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a dump is wanted, and how it is counted and shown: parameters as they were sent, by name. Two of the same
 * parameters are the same.
 *
 * @param texts each parameter's text
 */
public record View(Map<String, String> texts) {

    /** Everything, in the default layout. */
    public static final View WHOLE = new View(Map.of());

    /**
     * Makes the map unchangeable.
     *
     * @param texts each parameter's text; copied
     */
    public View {
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
    }

    /** Whether nothing was asked for. */
    public boolean isWhole() {
        return texts.isEmpty();
    }
}
