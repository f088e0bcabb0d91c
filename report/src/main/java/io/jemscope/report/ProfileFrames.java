package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a profile's locations by numbers, those of a location behind each other, and what is to be known of each to
 * say who holds memory. A profile may have millions of stacks of some thousand frames: what there is to know of a frame is
 * found out once, and not before somebody asks, since a small profile should be shown at once.
 */
final class ProfileFrames {

    /** The number of no frame. */
    static final int NONE = -1;

    /** A Java frame. */
    static final int JAVA = 1;

    /** A Java line that a reader could change: outside the JDK, and neither spun by the JVM nor a native method. */
    static final int LINE = 1 << 1;

    /** A native method outside the JDK. */
    static final int NATIVE_METHOD = 1 << 2;

    /** Java code of the program's own packages. */
    static final int OWN = 1 << 3;

    /** The same, and not spun by the JVM. */
    static final int OWN_LINE = 1 << 4;

    /** A native function with a name. */
    static final int FUNCTION = 1 << 5;

    /** An address without a name. */
    static final int UNNAMED = 1 << 6;

    /** What stands for Java frames that aren't known. */
    static final int MARKER = 1 << 7;

    /** What native functions are called on the way to the site of a stack without Java. */
    private static final int ALLOCATOR = 1 << 8;

    private static final int OWN_FUNCTION = 1 << 9;
    private static final int LOOKED_AT = 1 << 10;
    private static final int ALLOCATOR_ASKED = 1 << 11;
    private static final int OWN_FUNCTION_ASKED = 1 << 12;

    private static final int NO_LIBRARY = -1;

    /** What begins the names of functions that stand between a program and the allocator for their language alone. */
    private static final String[] LANGUAGE = {"std::", "__gnu_cxx::", "core::", "<core::", "hashbrown::"};

    private final AppPackages own;
    private final AllocatorFunctions allocator;

    /** The program's own file; null where nothing tells. */
    private final @Nullable String binary;

    /** By location, the number of its first frame; and where the last one's frames end. */
    private final int[] begins;

    private final Frame[] frames;
    private final short[] facts;

    /** By frame, the numbers of its name and of its label, and 1 more; 0 where nobody asked. */
    private final int[] names;

    private final int[] labels;

    /** By frame, the number of its library, and 1 more; 0 where nobody asked. */
    private final int[] libraries;

    private final Map<String, Integer> textNumbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    ProfileFrames(List<Location> locations, AppPackages own, AllocatorFunctions allocator, @Nullable String binary) {
        this.own = own;
        this.allocator = allocator;
        this.binary = binary;
        begins = new int[locations.size() + 1];
        int count = 0;
        for (int i = 0; i < locations.size(); i++) {
            begins[i] = count;
            count += Math.max(1, locations.get(i).frames().size());
        }
        begins[locations.size()] = count;
        frames = new Frame[count];
        for (int i = 0; i < locations.size(); i++) {
            List<Frame> of = locations.get(i).frames();
            if (of.isEmpty()) {
                frames[begins[i]] = Stacks.unknown(locations.get(i));
            }
            for (int j = 0; j < of.size(); j++) {
                frames[begins[i] + j] = of.get(j);
            }
        }
        facts = new short[count];
        names = new int[count];
        labels = new int[count];
        libraries = new int[count];
    }

    /** The first of a location's frames, which is the innermost; the last stands before the next location's first. */
    int first(int location) {
        return begins[location];
    }

    Frame frame(int number) {
        return frames[number];
    }

    /** How many frames there are. */
    int count() {
        return frames.length;
    }

    /** What kind of frame it is, in bits. */
    int kind(int number) {
        int known = facts[number];
        return (known & LOOKED_AT) != 0 ? known : look(number);
    }

    /** Whether a native function only passes the wish for memory on. */
    boolean isAllocator(int number) {
        if ((facts[number] & ALLOCATOR_ASKED) == 0) {
            boolean is = frames[number] instanceof NativeFrame function
                    && allocator.contains(function.name(), function.library());
            facts[number] |= (short) (ALLOCATOR_ASKED | (is ? ALLOCATOR : 0));
        }
        return (facts[number] & ALLOCATOR) != 0;
    }

    /** Whether a native function lies in the program's own file, and is no template of the language's that was made there. */
    boolean isOwnFunction(int number) {
        if ((facts[number] & OWN_FUNCTION_ASKED) == 0) {
            boolean is = binary != null
                    && frames[number] instanceof NativeFrame function
                    && binary.equals(function.library())
                    && !isAllocator(number)
                    && !isLanguage(function.name());
            facts[number] |= (short) (OWN_FUNCTION_ASKED | (is ? OWN_FUNCTION : 0));
        }
        return (facts[number] & OWN_FUNCTION) != 0;
    }

    /** Whether anything tells which file is the program's own. */
    boolean knowsBinary() {
        return binary != null;
    }

    /** Whether two frames lie in one library that is known. */
    boolean areOfOneLibrary(int one, int other) {
        int library = library(one);
        return library != NO_LIBRARY && library == library(other);
    }

    private int library(int number) {
        if (libraries[number] == 0) {
            String library = frames[number].library();
            libraries[number] = library == null ? NO_LIBRARY : textNumber(library) + 1;
        }
        return libraries[number];
    }

    /** The number of a frame's name: of the frame in one line, with its source position and without its class loader. */
    int name(int number) {
        if (names[number] == 0) {
            names[number] = textNumber(describe(frames[number])) + 1;
        }
        return names[number] - 1;
    }

    /** The number of a frame's label. */
    int label(int number) {
        if (labels[number] == 0) {
            labels[number] = textNumber(frames[number].label()) + 1;
        }
        return labels[number] - 1;
    }

    /** The number of a text: equal ones have one. */
    int textNumber(String text) {
        Integer known = textNumbers.get(text);
        if (known == null) {
            known = texts.size();
            textNumbers.put(text, known);
            texts.add(text);
        }
        return known;
    }

    /** How many texts there are. */
    int texts() {
        return texts.size();
    }

    String text(int number) {
        return texts.get(number);
    }

    private int look(int number) {
        int kind = LOOKED_AT | kind(frames[number]);
        facts[number] |= (short) kind;
        return facts[number];
    }

    private int kind(Frame frame) {
        if (frame instanceof JavaFrame java) {
            return JAVA | kind(java);
        }
        if (frame instanceof NativeFrame) {
            return FUNCTION;
        }
        if (frame instanceof UnknownFrame) {
            return UNNAMED;
        }
        return frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.JAVA_CODE ? MARKER : 0;
    }

    private int kind(JavaFrame frame) {
        int kind = 0;
        if (JdkClasses.isOutside(frame)) {
            kind = frame.isNative() ? NATIVE_METHOD : LINE;
        }
        if (own.contains(frame)) {
            kind |= JdkClasses.isSpun(frame) ? OWN : OWN | OWN_LINE;
        }
        return kind;
    }

    private static String describe(Frame frame) {
        if (frame instanceof JavaFrame java) {
            return java.withoutLoader().toStackTraceLine();
        }
        if (frame instanceof NativeFrame function && function.source() != null) {
            SourceLine source = function.source();
            String file = source.file().substring(source.file().lastIndexOf('/') + 1);
            return function.name() + " (" + new SourceLine(file, source.line()) + ")";
        }
        return frame.label();
    }

    private static boolean isLanguage(String function) {
        for (String beginning : LANGUAGE) {
            if (function.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
