package io.jemscope.agent.web.rendering;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a dump to show, and how: parameters as they were sent, by name. Views with equal parameters are equal.
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

    /** Whether no parameter was sent. */
    public boolean isWhole() {
        return texts.isEmpty();
    }
}
