package io.jemscope.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the text of source files, for reports that show it. */
public interface Sources {

    /** No source is at hand. */
    Sources NONE = path -> null;

    /**
     * Looks for a source file. May read files; asked for once a file and report.
     *
     * @param path the path as the compiler wrote it down, absolute or not; of Java the file below the folder of its package,
     *     such as {@code com/example/Foo.java}. It comes from a file that anybody may have made.
     * @return the file's lines, the first being line 1; null where it isn't at hand
     */
    @Nullable
    List<String> lines(String path);
}
