package io.jemscope.fleet.collect;

import io.jemscope.fleet.sink.Sink;
import java.nio.file.Path;

/**
 * A sink of a collector.
 *
 * @param name what it is called in messages and figures, such as {@code store}
 * @param spool the folder of profiles that it hasn't taken yet; no other sink may have the same
 */
public record Destination(String name, Sink sink, Path spool) {}
