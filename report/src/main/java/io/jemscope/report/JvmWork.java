package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.List;

/**
 * Finds the stacks of memory that the JVM allocated for itself while it ran a Java line: mostly for loading, linking and
 * compiling what the line needs when it runs for the first time, but also for inflated monitors, a collector's tables or its own
 * scratch memory. The line itself allocates native memory only through native methods (JNI, Unsafe) and calls into libraries.
 *
 * <p>A stack is of this kind where a Java method, other than a native one, called libjvm directly, which only the JVM's own
 * stubs do; this needs no symbols. Native methods such as {@code Class.forName0} load classes too: they are found by
 * HotSpot's function names. Not thread-safe.
 */
public final class JvmWork {

    /**
     * Beginnings of names of HotSpot's functions that load, link, initialize or compile, of its arenas, which never hold what a
     * program asked for, and of what a thread does for others when it comes to a safepoint.
     */
    private static final List<String> FUNCTIONS = List.of(
            "Arena::",
            "Chunk::",
            "ChunkPool::",
            "ClassFileParser::",
            "ClassFileStream::",
            "ClassLoader::",
            "CompilationPolicy::",
            "CompileBroker::",
            "ConstantPool::",
            "ConstantPoolCache::",
            "HandshakeState::",
            "InstanceKlass::",
            "KlassFactory::",
            "LinkResolver::",
            "MHN_",
            "Method::",
            "MethodHandles::",
            "NativeLookup::",
            "Rewriter::",
            "SafepointMechanism::",
            "SystemDictionary::",
            "Verifier::");

    // What a location says, in bits.

    /** It has one of {@link #FUNCTIONS}. */
    private static final byte WORK = 1;

    /** Its outermost native function is libjvm's, */
    private static final byte IN_JVM = 1 << 1;

    /** or another library's. */
    private static final byte IN_LIBRARY = 1 << 2;

    /** Its innermost Java frame is of a native method, */
    private static final byte NATIVE_METHOD = 1 << 3;

    /** or of another. */
    private static final byte JAVA = 1 << 4;

    private final StackCursor cursor;

    /** By location; empty where no frame lies in libjvm. */
    private final byte[] parts;

    /** Of the stack at hand. */
    private boolean answer;

    JvmWork(Samples samples) {
        cursor = samples.stacks();
        List<Location> locations = samples.locations();
        byte[] found = new byte[locations.size()];
        boolean any = false;
        for (int i = 0; i < found.length; i++) {
            found[i] = parts(locations.get(i).frames());
            any |= (found[i] & (WORK | IN_JVM)) != 0;
        }
        parts = any ? found : new byte[0];
    }

    /**
     * Says whether the JVM allocated a stack's memory for itself.
     *
     * @param stack the stack, the innermost location first
     * @return whether it did; false where no Java frame is on the stack
     */
    public static boolean isOn(List<Location> stack) {
        int before = 0;
        for (Location location : stack) {
            int seen = next(before, parts(location.frames()));
            if (isDecided(seen)) {
                return isWork(seen);
            }
            before = seen;
        }
        return false;
    }

    /** Whether the JVM allocated a sample's memory for itself. */
    boolean is(int sample) {
        if (parts.length != 0 && cursor.moveTo(sample)) {
            answer = read();
        }
        return answer;
    }

    private boolean read() {
        int seen = 0;
        for (int i = 0; cursor.has(i); i++) {
            seen = next(seen, parts[cursor.at(i)]);
            if (isDecided(seen)) {
                return isWork(seen);
            }
        }
        return false;
    }

    /** What a stack says up to a location: the outermost native function counts. */
    private static int next(int before, int part) {
        int where = IN_JVM | IN_LIBRARY;
        return (part & where) == 0 ? before | part : (before & ~where) | part;
    }

    private static boolean isDecided(int seen) {
        return (seen & (NATIVE_METHOD | JAVA)) != 0;
    }

    private static boolean isWork(int seen) {
        return (seen & WORK) != 0 || (seen & (JAVA | IN_JVM)) == (JAVA | IN_JVM);
    }

    private static byte parts(List<Frame> frames) {
        byte parts = 0;
        for (Frame frame : frames) {
            if (frame instanceof JavaFrame java) {
                return (byte) (parts | (java.isNative() ? NATIVE_METHOD : JAVA));
            }
            String library = frame.library();
            if (library == null) {
                continue;
            }
            parts &= (byte) ~(IN_JVM | IN_LIBRARY);
            if (library.endsWith("/libjvm.so")) {
                parts |= frame instanceof NativeFrame function && isWork(function.name()) ? IN_JVM | WORK : IN_JVM;
            } else {
                parts |= IN_LIBRARY;
            }
        }
        return parts;
    }

    private static boolean isWork(String function) {
        for (String beginning : FUNCTIONS) {
            if (function.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
