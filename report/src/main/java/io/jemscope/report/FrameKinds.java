package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.UnknownFrame;
import org.jspecify.annotations.Nullable;

/** Tells a profile's frames apart by their kind. */
public final class FrameKinds {

    private static final String JVM_LIBRARY = "/libjvm.so";

    private final AppPackages own;
    private final @Nullable String jdkLibraries;

    private FrameKinds(AppPackages own, @Nullable String jdkLibraries) {
        this.own = own;
        this.jdkLibraries = jdkLibraries;
    }

    /**
     * Looks up what a profile's kinds depend on: the program's own packages, and the folder of the JDK's libraries, which
     * is the one above {@code libjvm.so}'s.
     */
    public static FrameKinds of(Profile profile) {
        return of(profile, AppPackages.of(profile));
    }

    /**
     * Looks up what a profile's kinds depend on.
     *
     * @param own what of its Java code is the program's own
     */
    public static FrameKinds of(Profile profile, AppPackages own) {
        for (Mapping mapping : profile.mappings()) {
            String file = mapping.file();
            if (file != null && file.endsWith(JVM_LIBRARY)) {
                int folder = file.lastIndexOf('/', file.length() - JVM_LIBRARY.length() - 1);
                return new FrameKinds(own, folder <= 0 ? null : file.substring(0, folder + 1));
            }
        }
        return new FrameKinds(own, null);
    }

    /** Says what kind of code a frame is. */
    public FrameKind of(Frame frame) {
        if (frame instanceof JavaFrame java) {
            return JdkClasses.contains(java)
                    ? FrameKind.JDK
                    : own.contains(java) ? FrameKind.OWN_JAVA : FrameKind.OTHER_JAVA;
        }
        if (frame instanceof NativeFrame function) {
            return ofLibrary(function.library());
        }
        // The library is known even where the function isn't.
        if (frame instanceof UnknownFrame unknown && unknown.library() != null) {
            return ofLibrary(unknown.library());
        }
        return frame == MarkerFrame.JAVA_CODE || frame == MarkerFrame.NAME_LOST
                ? FrameKind.OTHER_JAVA
                : FrameKind.UNKNOWN;
    }

    /**
     * Says whether a frame is a Java line that a reader could change: outside the JDK, and neither spun by the JVM nor a
     * native method. {@link AllocationSites} looks for such.
     */
    public static boolean isLine(Frame frame) {
        return frame instanceof JavaFrame java && !java.isNative() && JdkClasses.isOutside(java);
    }

    private FrameKind ofLibrary(@Nullable String library) {
        if (library == null) {
            return FrameKind.NATIVE;
        }
        boolean jvm = library.endsWith(JVM_LIBRARY) || (jdkLibraries != null && library.startsWith(jdkLibraries));
        return jvm ? FrameKind.JVM : FrameKind.NATIVE;
    }
}
