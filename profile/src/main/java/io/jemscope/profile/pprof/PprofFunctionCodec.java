package io.jemscope.profile.pprof;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.JavaName;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.UnknownFrame;
import org.jspecify.annotations.Nullable;

/**
 * A frame as pprof has it: a function without its line. pprof knows functions of one kind only, so the system name,
 * which its readers show nowhere but in raw listings, says what else a frame is:
 *
 * <pre>
 * java:[loader/]class.method()                a Java method
 * java:[loader/]class.method(Native Method)   a Java method declared native
 * marker:CUT                                  a marker, by its name in {@link MarkerFrame}
 * unknown:/path/of/library+0x1234             an address that no symbol covers
 * _ZN3foo3barEv                               a native function, by its name in the symbol table
 * </pre>
 *
 * @param name the name that readers show: the frame's label
 * @param systemName the kind and what the name doesn't say
 * @param file the source file; empty if it isn't known
 */
record PprofFunctionCodec(String name, String systemName, String file) {

    private static final String JAVA = "java:";
    private static final String NATIVE_METHOD = "(Native Method)";
    private static final String MARKER = "marker:";
    private static final String UNKNOWN = "unknown:";
    private static final String OFFSET = "+0x";

    /** The function of a frame. */
    static PprofFunctionCodec of(Frame frame) {
        if (frame instanceof JavaFrame java) {
            String loader = java.loader() == null ? "" : java.loader() + "/";
            String brackets = java.isNative() ? NATIVE_METHOD : "()";
            return new PprofFunctionCodec(java.label(), JAVA + loader + java.label() + brackets, file(java.source()));
        }
        if (frame instanceof NativeFrame function) {
            return new PprofFunctionCodec(function.name(), function.systemName(), file(function.source()));
        }
        if (frame instanceof MarkerFrame marker) {
            return new PprofFunctionCodec(marker.label(), MARKER + marker.name(), "");
        }
        UnknownFrame unknown = (UnknownFrame) frame;
        String library = unknown.library() == null ? "" : unknown.library();
        String place = UNKNOWN + library + OFFSET + Long.toHexString(unknown.offset());
        return new PprofFunctionCodec(unknown.label(), place, "");
    }

    private static String file(@Nullable SourceLine source) {
        return source == null ? "" : source.file();
    }

    /**
     * Decodes the system name of a frame that isn't a native function. Slow, so call it for each function, not for each line.
     *
     * @return a frame without its line; null for a native function
     */
    @Nullable
    Frame special() {
        if (systemName.startsWith(JAVA)) {
            return JavaName.parse(systemName.substring(JAVA.length()));
        }
        if (systemName.startsWith(MARKER)) {
            return marker();
        }
        return systemName.startsWith(UNKNOWN) ? unknown() : null;
    }

    /**
     * The frame again.
     *
     * @param special the result of {@link #special()}
     * @param line the line; 0 if unknown
     * @param library the file of the location's mapping; null if unknown
     */
    Frame frame(@Nullable Frame special, int line, @Nullable String library) {
        SourceLine source = file.isEmpty() ? null : new SourceLine(file, line);
        if (special instanceof JavaFrame java) {
            return new JavaFrame(java.loader(), java.className(), java.method(), source, java.isNative());
        }
        return special != null
                ? special
                : new NativeFrame(name, systemName.isEmpty() ? name : systemName, library, source);
    }

    private @Nullable Frame marker() {
        for (MarkerFrame marker : MarkerFrame.values()) {
            if (systemName.equals(MARKER + marker.name())) {
                return marker;
            }
        }
        return null;
    }

    private @Nullable Frame unknown() {
        int plus = systemName.lastIndexOf(OFFSET);
        if (plus < UNKNOWN.length()) {
            return null;
        }
        String library = systemName.substring(UNKNOWN.length(), plus);
        try {
            long offset = Long.parseUnsignedLong(systemName.substring(plus + OFFSET.length()), 16);
            return new UnknownFrame(library.isEmpty() ? null : library, offset);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    // Written out: see Mapping.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PprofFunctionCodec form
                && name.equals(form.name)
                && systemName.equals(form.systemName)
                && file.equals(form.file);
    }

    @Override
    public int hashCode() {
        return (name.hashCode() * 31 + systemName.hashCode()) * 31 + file.hashCode();
    }
}
