package io.jemscope.agent.rendering;

import java.nio.file.Path;

/**
 * A dump made into another form. The file goes with the dump: open it soon, and don't follow links where you do.
 *
 * @param file where it is
 * @param name what to call it where it is downloaded to; letters, digits, dots and dashes
 * @param bytes how long it is
 * @param form what it is
 */
public record Rendering(Path file, String name, long bytes, Form form) {}
