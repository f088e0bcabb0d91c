package io.jemscope.profile.file;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that holds a profile.
 *
 * @param name what its name says; null where it is no name that an allocator gives
 */
public record DumpFile(Path path, @Nullable DumpName name) {

    /** The file at a path. */
    static DumpFile of(Path path) {
        Path fileName = path.getFileName();
        return new DumpFile(path, fileName == null ? null : DumpName.of(fileName.toString()));
    }
}
