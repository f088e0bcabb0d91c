package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.List;

/**
 * Tells the stacks of JIT compilations: those that go from the compilers' start into an arena. Not safe for several threads.
 */
final class Compilations {

    /** The location has a function of an arena, */
    private static final byte ARENA = 1;

    /** one that starts compilations, */
    private static final byte START = 2;

    /** and the latter called the former. */
    private static final byte BOTH = 4;

    private final StackCursor cursor;

    /** By location; nothing where none starts a compilation. */
    private final byte[] parts;

    /** What is known of the stack at hand. */
    private boolean asked;

    Compilations(Samples samples) {
        cursor = samples.stacks();
        List<Location> locations = samples.locations();
        byte[] found = new byte[locations.size()];
        boolean any = false;
        for (int i = 0; i < found.length; i++) {
            found[i] = parts(locations.get(i).frames());
            any |= (found[i] & START) != 0;
        }
        parts = any ? found : new byte[0];
    }

    private static byte parts(List<Frame> frames) {
        byte parts = 0;
        for (int i = 0; i < frames.size(); i++) {
            if (!(frames.get(i) instanceof NativeFrame function)) {
                continue;
            }
            if (function.name().startsWith("Arena::")) {
                parts |= ARENA;
            } else if (function.name().startsWith("CompileBroker::")) {
                parts |= (parts & ARENA) != 0 ? START | BOTH : START;
            }
        }
        return parts;
    }

    /** Whether a compilation asked for a sample's memory. */
    boolean ask(int sample) {
        if (parts.length != 0 && cursor.moveTo(sample)) {
            asked = ask();
        }
        return asked;
    }

    private boolean ask() {
        boolean arena = false;
        for (int i = 0; cursor.has(i); i++) {
            int part = parts[cursor.at(i)];
            if ((part & BOTH) != 0 || (arena && (part & START) != 0)) {
                return true;
            }
            arena |= (part & ARENA) != 0;
        }
        return false;
    }
}
