package io.jemscope.agent;

import java.nio.file.Path;

/**
 * A dump in the store.
 *
 * @param id its name, without the ending
 * @param file its path
 * @param bytes how long the file is
 */
record Dump(String id, Path file, long bytes) {

    /** Where the names of its Java frames are. */
    Path symbols() {
        return file.resolveSibling(file.getFileName() + ".symbols");
    }
}
