package io.jemscope.fleet.collect;

import io.jemscope.fleet.sink.Sink;
import java.nio.file.Path;

/**
 * A sink of a collector.
 *
 * @param name its name in messages and figures, such as {@code store}
 * @param spool the folder of profiles that wait for it; no other sink may have the same
 */
public record Destination(String name, Sink sink, Path spool) {}
