package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.Response;
import java.nio.file.Path;
import java.util.List;

/**
 * A dump made into another format. The file goes with the dump: open it soon, and don't follow links where you do.
 *
 * @param name what to call it where it is downloaded to; letters, digits, dots and dashes
 * @param bytes how long it is
 * @param unmatched the names of the filters that matched nothing in the dump
 */
public record Rendering(Path file, String name, long bytes, ViewFormat format, List<String> unmatched) {

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

    /** Adds the header that names the filters that matched nothing: a misspelt one looks like a program that holds nothing. */
    public Response nameUnmatchedIn(Response response) {
        return unmatched.isEmpty() ? response : response.with("Jemscope-Unmatched", String.join(", ", unmatched));
    }
}
