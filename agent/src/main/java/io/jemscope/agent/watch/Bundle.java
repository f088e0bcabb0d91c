package io.jemscope.agent.watch;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A bundle that was made.
 *
 * @param triggered when its rule was met
 * @param took from then until the file was complete
 */
public record Bundle(Path file, long bytes, Trigger trigger, Instant triggered, Duration took) {}
