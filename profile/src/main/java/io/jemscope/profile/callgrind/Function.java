package io.jemscope.profile.callgrind;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Printable;
import io.jemscope.profile.SourceLine;
import org.jspecify.annotations.Nullable;

/**
 * A function as callgrind has it.
 *
 * @param object the library or program that it lies in
 * @param file its source file
 */
record Function(String object, String file, String name) {

    /** Callgrind's name of unknown files and libraries. */
    private static final String UNKNOWN = "???";

    /** The object of Java frames. */
    private static final String JAVA = "Java code";

    /** The function of a sample without a stack. */
    static final Function NONE = new Function(UNKNOWN, UNKNOWN, "[empty stack]");

    /** The function of a frame. */
    static Function of(Location location, Frame frame) {
        SourceLine source = frame.source();
        return new Function(
                text(object(location, frame)), source == null ? UNKNOWN : text(source.file()), text(frame.label()));
    }

    /** The function of a location without frames. */
    static Function of(Location location) {
        String library = location.mapping() == null ? null : location.mapping().file();
        return new Function(text(library), UNKNOWN, "0x" + Long.toHexString(location.address()));
    }

    private static @Nullable String object(Location location, Frame frame) {
        if (frame instanceof JavaFrame || frame == MarkerFrame.JAVA_CODE || frame == MarkerFrame.NAME_LOST) {
            return JAVA;
        }
        if (frame.library() != null) {
            return frame.library();
        }
        return location.mapping() == null ? null : location.mapping().file();
    }

    private static String text(@Nullable String text) {
        return text == null || text.isBlank() ? UNKNOWN : Printable.of(text);
    }

    // Written out: see Mapping.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Function function
                && object.equals(function.object)
                && file.equals(function.file)
                && name.equals(function.name);
    }

    @Override
    public int hashCode() {
        return (object.hashCode() * 31 + file.hashCode()) * 31 + name.hashCode();
    }
}
