package io.jemscope.profile.file;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that holds a profile.
 *
 * @param name the parts of its name; null if no allocator gives such a name
 */
public record DumpFile(Path path, @Nullable DumpName name) {

    /** The file at a path. */
    static DumpFile of(Path path) {
        Path fileName = path.getFileName();
        return new DumpFile(path, fileName == null ? null : DumpName.of(fileName.toString()));
    }
}
