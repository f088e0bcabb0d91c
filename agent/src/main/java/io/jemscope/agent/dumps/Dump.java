package io.jemscope.agent.dumps;

import io.jemscope.allocator.DumpKind;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A dump in the store.
 *
 * @param id its name, without the ending
 * @param bytes how long the file is
 * @param kind why it was made
 * @param made when
 * @param number which one of its maker's it is, from 0 up
 * @param symbolized whether the names of its Java frames are beside it
 */
public record Dump(String id, Path file, long bytes, DumpKind kind, Instant made, long number, boolean symbolized) {

    /** Where the names of its Java frames are, if it has them. */
    public Path symbols() {
        return symbols(file);
    }

    static Path symbols(Path file) {
        return file.resolveSibling(file.getFileName() + ".symbols");
    }
}
