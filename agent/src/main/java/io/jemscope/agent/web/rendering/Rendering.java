package io.jemscope.agent.web.rendering;

import java.nio.file.Path;
import java.util.List;

/**
 * A dump made into another form. The file goes with the dump: open it soon, and don't follow links where you do.
 *
 * @param name what to call it where it is downloaded to; letters, digits, dots and dashes
 * @param bytes how long it is
 * @param unmatched the names of what was asked for that nothing in the dump matched: misspellings, as a rule
 */
public record Rendering(Path file, String name, long bytes, Form form, List<String> unmatched) {

    /**
     * Makes the list unchangeable.
     *
     * @param name what to call it
     * @param bytes how long it is
     * @param unmatched the names of what nothing matched; copied
     */
    public Rendering {
        unmatched = List.copyOf(unmatched);
    }
}
