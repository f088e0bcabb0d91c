package io.jemscope.report.graph;

import io.jemscope.profile.Frame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.FrameKind;
import io.jemscope.report.FrameKinds;
import io.jemscope.report.FrameNames;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The kind of code that each name of a graph stands for. */
final class NameKinds {

    private final @Nullable FrameKind[] kinds;

    /** By name, one of its frames; null if it has none, such as a thread's name. */
    private final @Nullable Frame[] frames;

    private final BitSet lines = new BitSet();

    NameKinds(Profile profile, FrameNames names) {
        kinds = new FrameKind[names.size()];
        frames = new Frame[names.size()];
        FrameKinds kindOfFrame = FrameKinds.of(profile);
        names.forEach((frame, name) -> add(name, frame, kindOfFrame.of(frame)));
    }

    private void add(int name, Frame frame, FrameKind kind) {
        FrameKind known = kinds[name];
        kinds[name] = known == null ? kind : common(known, kind);
        frames[name] = frame;
        if (FrameKinds.isLine(frame)) {
            lines.set(name);
        }
    }

    FrameKind of(int name) {
        FrameKind known = kinds[name];
        return known == null ? FrameKind.UNKNOWN : known;
    }

    /** The names of Java lines that a reader could change. */
    BitSet lines() {
        return lines;
    }

    /** Whether a function only passes memory on. */
    boolean isAllocator(int name) {
        return frames[name] instanceof NativeFrame function
                && AllocatorFunctions.KNOWN.contains(function.name(), function.library());
    }

    /** Frames of a library or a class may be of several kinds. */
    private static FrameKind common(FrameKind one, FrameKind other) {
        if (one == other) {
            return one;
        }
        return isJava(one) && isJava(other) ? FrameKind.OTHER_JAVA : FrameKind.UNKNOWN;
    }

    private static boolean isJava(FrameKind kind) {
        return kind == FrameKind.OWN_JAVA || kind == FrameKind.OTHER_JAVA || kind == FrameKind.JDK;
    }
}
