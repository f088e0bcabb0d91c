package io.jemscope.agent.watch;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A bundle that was made.
 *
 * @param took from the trigger until the file was complete
 */
public record Bundle(Path file, long bytes, Trigger trigger, Duration took) {}
