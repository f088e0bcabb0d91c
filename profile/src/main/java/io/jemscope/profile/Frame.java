package io.jemscope.profile;

/** One frame of a stack, as far as it is known. */
public sealed interface Frame permits NativeFrame, JavaFrame, UnknownFrame, MarkerFrame {

    /**
     * The frame in one line, without its source position: what reports group by when they group by function.
     *
     * @return the name; never empty
     */
    String label();
}
