package io.jemscope.agent.rendering;

import java.nio.file.Path;

/**
 * A dump made into another form. The file goes with the dump: open it soon, and don't follow links where you do.
 *
 * @param file where it is
 * @param bytes how long it is
 * @param form what it is
 */
public record Rendering(Path file, long bytes, Form form) {}
