package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/** One frame of a stack, as far as it is known. */
public sealed interface Frame permits NativeFrame, JavaFrame, UnknownFrame, MarkerFrame {

    /**
     * The frame in one line, without its source position: what reports group by when they group by function.
     *
     * @return the name; never empty
     */
    String label();

    /**
     * Where the frame stands in its source.
     *
     * @return the position; null if it isn't known, or the frame has none
     */
    default @Nullable SourceLine source() {
        return null;
    }

    /** The line in the source; 0 if it isn't known. */
    default int line() {
        SourceLine source = source();
        return source == null ? 0 : source.line();
    }

    /**
     * The library or program that the frame lies in.
     *
     * @return the file, as the process mapped it; null if it isn't known, or the frame lies in none
     */
    default @Nullable String library() {
        return null;
    }
}
