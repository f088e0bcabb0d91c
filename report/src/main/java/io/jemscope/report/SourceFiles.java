package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.SourceLine;
import org.jspecify.annotations.Nullable;

/** Where the source of a frame stands. */
final class SourceFiles {

    private SourceFiles() {}

    /**
     * The path of a frame's source file: as the compiler wrote it down, and for Java below the folder of its package, since
     * a class file names no folder and many packages have a file of the same name.
     *
     * @return the path; null where it isn't known
     */
    static @Nullable String path(Frame frame) {
        SourceLine source = frame.source();
        if (source == null) {
            return null;
        }
        if (frame instanceof JavaFrame java && source.file().indexOf('/') < 0) {
            String folder = java.packageName().replace('.', '/');
            return folder.isEmpty() ? source.file() : folder + "/" + source.file();
        }
        return source.file();
    }
}
