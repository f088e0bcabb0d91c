package io.jemscope.report.graph;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.FrameKind;
import io.jemscope.report.FrameKinds;
import io.jemscope.report.StackNames;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What kind of code stands behind the names that a profile's stacks were counted by. */
final class NameKinds {

    private final @Nullable FrameKind[] kinds;

    /** Of each name one of its frames; null where it has none, as a thread has. */
    private final @Nullable Frame[] frames;

    private final BitSet lines = new BitSet();

    /** Looks up the names that were met. */
    NameKinds(Profile profile, StackNames names) {
        kinds = new FrameKind[names.size()];
        frames = new Frame[names.size()];
        FrameKinds kindOfFrame = FrameKinds.of(profile);
        List<Location> locations = profile.compact().locations();
        for (int i = 0; i < locations.size(); i++) {
            if (names.isMet(i)) {
                List<Frame> ofLocation = frames(locations.get(i));
                int[] numbers = names.ofLocation(i);
                for (int j = 0; j < numbers.length; j++) {
                    add(numbers[j], ofLocation.get(j), kindOfFrame.of(ofLocation.get(j)));
                }
            }
        }
    }

    private static List<Frame> frames(Location location) {
        if (!location.frames().isEmpty()) {
            return location.frames();
        }
        Mapping mapping = location.mapping();
        return List.of(new UnknownFrame(mapping == null ? null : mapping.file(), location.address()));
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

    /** Whether a function only passes the wish for memory on. */
    boolean isAllocator(int name) {
        return frames[name] instanceof NativeFrame function
                && AllocatorFunctions.KNOWN.contains(function.name(), function.library());
    }

    /** A library's or a class's frames may be of several kinds. */
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
