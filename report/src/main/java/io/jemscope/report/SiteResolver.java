package io.jemscope.report;

import static io.jemscope.report.FrameTable.NONE;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the site of each stack of a profile, its caller and its native function. A profile may have millions of stacks: each is read once, as numbers. */
final class SiteResolver {

    private static final int JAVA_OR_MARKER = FrameTable.JAVA | FrameTable.MARKER;

    private static final byte UNKNOWN = 0;

    // What a location is to the search for the function: one look-up skips most locations.

    /** Allocator functions alone. */
    private static final byte WRAPPER = 1;

    private static final byte NO_WRAPPER = 2;

    // What it is to the search for the site.

    /** Neither Java frames nor markers. */
    private static final byte NATIVE = 1;

    /** Its innermost frame is a line that may be a site. */
    private static final byte SITE_FIRST = 2;

    /** Java frames or markers: read frame by frame. */
    private static final byte MIXED = 3;

    private final StackCursor cursor;
    private final FrameTable frames;
    private final FrameNames names;

    /** By location, {@link #WRAPPER} or not. Filled for innermost locations alone, because matching names takes long. */
    private final byte[] wrappers;

    /** By location: {@link #NATIVE}, {@link #SITE_FIRST}, {@link #MIXED}. */
    private final byte[] roles;

    private int site;
    private int marker;
    private int caller;
    private int function;

    /** The index of the function's location in the stack. */
    private int functionAt;

    /** The index where the search for the function ended; the locations before it have no Java frame. */
    private int nativeUpTo;

    SiteResolver(Profile profile, AppPackages own, AllocatorFunctions allocator) {
        this(profile, own, allocator, binary(profile));
    }

    /** A resolver that finds no callers. */
    SiteResolver(Profile profile, AllocatorFunctions allocator) {
        this(profile, AppPackages.UNKNOWN, allocator, null);
    }

    private SiteResolver(Profile profile, AppPackages own, AllocatorFunctions allocator, @Nullable String binary) {
        Samples samples = profile.compact();
        cursor = samples.stacks();
        frames = new FrameTable(samples.locations(), own, allocator, binary);
        names = FrameNames.asLines(frames);
        wrappers = new byte[samples.locations().size()];
        roles = new byte[samples.locations().size()];
    }

    FrameTable frames() {
        return frames;
    }

    /** The names that stacks are counted under. */
    FrameNames names() {
        return names;
    }

    /** Resolves a sample's stack; returns false if it is the same stack as before. */
    boolean moveTo(int sample) {
        if (!cursor.moveTo(sample)) {
            return false;
        }
        findFunction();
        findSite();
        return true;
    }

    /**
     * The frame that the stack belongs to: the innermost Java frame outside the JDK, or the JDK's own innermost;
     * {@link FrameTable#NONE} where there are no Java frames.
     */
    int site() {
        return site;
    }

    /** The marker of unknown Java frames; {@link FrameTable#NONE} if there is none, or there is a site. */
    int marker() {
        return marker;
    }

    /**
     * The first frame of the program's own code above a library's site; {@link FrameTable#NONE} if the site is the program's
     * own, or no frame above it is.
     */
    int caller() {
        return caller;
    }

    /**
     * The innermost native function that isn't an allocator's, which is the site if there are no Java frames;
     * {@link FrameTable#NONE} if there is none.
     */
    int function() {
        return function;
    }

    /** The number of the name that the stack is counted under. */
    int name() {
        if (site != NONE) {
            return names.of(site);
        }
        if (marker != NONE) {
            return names.of(marker);
        }
        return function == NONE ? names.number("nothing known") : names.of(function);
    }

    /** Finds the site. A native method has no line: if code outside the JDK called it, the site is that call. */
    private void findSite() {
        int innermost = NONE;
        int innermostAt = 0;
        int nativeMethod = NONE;
        int nativeMethodAt = 0;
        marker = NONE;
        for (int i = nativeUpTo; cursor.has(i); i++) {
            int location = cursor.at(i);
            byte role = role(location);
            if (role == SITE_FIRST) {
                foundSite(frames.first(location), i);
                return;
            }
            if (role == NATIVE) {
                continue;
            }
            int end = frames.first(location + 1);
            for (int frame = frames.first(location); frame < end; frame++) {
                int kind = frames.kind(frame);
                if ((kind & FrameTable.LINE) != 0) {
                    foundSite(frame, i);
                    return;
                }
                if ((kind & JAVA_OR_MARKER) == 0) {
                    continue;
                }
                if ((kind & FrameTable.MARKER) != 0) {
                    marker = marker == NONE ? frame : marker;
                } else if (innermost == NONE) {
                    innermost = frame;
                    innermostAt = i;
                }
                if ((kind & FrameTable.NATIVE_METHOD) != 0 && nativeMethod == NONE) {
                    nativeMethod = frame;
                    nativeMethodAt = i;
                }
            }
        }
        if (nativeMethod != NONE) {
            foundSite(nativeMethod, nativeMethodAt);
        } else if (innermost != NONE) {
            foundSite(innermost, innermostAt);
        } else {
            site = NONE;
            caller = function == NONE ? NONE : nativeCaller();
        }
    }

    private void foundSite(int frame, int at) {
        site = frame;
        marker = NONE;
        caller = NONE;
        if ((frames.kind(frame) & FrameTable.OWN) != 0) {
            return;
        }
        for (int i = at; cursor.has(i); i++) {
            int location = cursor.at(i);
            int end = frames.first(location + 1);
            for (int above = i == at ? frame + 1 : frames.first(location); above < end; above++) {
                if ((frames.kind(above) & FrameTable.OWN_LINE) != 0) {
                    caller = above;
                    return;
                }
            }
        }
    }

    /**
     * Finds the innermost function that isn't an allocator's. If it has no name, its caller represents it, but only one of the
     * same library: another library's would be unrelated, such as the start of the thread. If the stack has allocator functions
     * alone, the outermost is nearest to the reason.
     */
    private void findFunction() {
        int unnamed = NONE;
        int unnamedAt = 0;
        int wrapper = NONE;
        int wrapperAt = 0;
        int at = 0;
        search:
        for (; cursor.has(at); at++) {
            int location = cursor.at(at);
            int end = frames.first(location + 1);
            if (isWrapper(location)) {
                wrapper = end - 1;
                wrapperAt = at;
                unnamed = NONE;
                continue;
            }
            for (int frame = frames.first(location); frame < end; frame++) {
                int kind = frames.kind(frame);
                if ((kind & FrameTable.FUNCTION) != 0) {
                    if (!frames.isAllocator(frame)) {
                        boolean stands = unnamed == NONE || frames.areOfOneLibrary(unnamed, frame);
                        function = stands ? frame : unnamed;
                        functionAt = stands ? at : unnamedAt;
                        nativeUpTo = at;
                        return;
                    }
                    wrapper = frame;
                    wrapperAt = at;
                    // An allocator's callees are the allocator's as well.
                    unnamed = NONE;
                } else if ((kind & FrameTable.UNNAMED) != 0) {
                    if (unnamed == NONE) {
                        unnamed = frame;
                        unnamedAt = at;
                    } else if (!frames.areOfOneLibrary(unnamed, frame)) {
                        break search;
                    }
                } else if ((kind & JAVA_OR_MARKER) != 0) {
                    break search;
                }
            }
        }
        function = unnamed == NONE ? wrapper : unnamed;
        functionAt = unnamed == NONE ? wrapperAt : unnamedAt;
        nativeUpTo = at;
    }

    private boolean isWrapper(int location) {
        byte known = wrappers[location];
        if (known == UNKNOWN) {
            known = WRAPPER;
            for (int frame = frames.first(location); frame < frames.first(location + 1); frame++) {
                if ((frames.kind(frame) & FrameTable.FUNCTION) == 0 || !frames.isAllocator(frame)) {
                    known = NO_WRAPPER;
                }
            }
            wrappers[location] = known;
        }
        return known == WRAPPER;
    }

    private byte role(int location) {
        byte known = roles[location];
        return known == UNKNOWN ? findRole(location) : known;
    }

    private byte findRole(int location) {
        int first = frames.first(location);
        byte role = NATIVE;
        for (int frame = first; frame < frames.first(location + 1); frame++) {
            if ((frames.kind(frame) & JAVA_OR_MARKER) != 0) {
                role = MIXED;
            }
        }
        if ((frames.kind(first) & FrameTable.LINE) != 0) {
            role = SITE_FIRST;
        }
        roles[location] = role;
        return role;
    }

    /**
     * Above a function of a library or of the language, the first one of the program's own: in the program's own file, and not
     * a template of the language's library.
     */
    private int nativeCaller() {
        if (!frames.knowsBinary() || frames.isOwnFunction(function)) {
            return NONE;
        }
        for (int i = functionAt; cursor.has(i); i++) {
            int location = cursor.at(i);
            int end = frames.first(location + 1);
            for (int frame = i == functionAt ? function + 1 : frames.first(location); frame < end; frame++) {
                if (frames.isOwnFunction(frame)) {
                    return frame;
                }
            }
        }
        return NONE;
    }

    /** The program's file: the one that the dump's facts name, else the one that has {@code main}. */
    private static @Nullable String binary(Profile profile) {
        String known = profile.metadata().facts().get(ProfileMetadata.BINARY);
        if (known != null) {
            return known;
        }
        Samples samples = profile.compact();
        List<Location> locations = samples.locations();
        boolean[] mains = new boolean[locations.size()];
        boolean any = false;
        for (int i = 0; i < mains.length; i++) {
            mains[i] = main(locations.get(i)) != null;
            any |= mains[i];
        }
        if (!any) {
            return null;
        }
        StackCursor cursor = samples.stacks();
        for (int sample = 0; sample < samples.size(); sample++) {
            if (!cursor.moveTo(sample)) {
                continue;
            }
            // The outermost frames alone: few frames of the C library stand above main.
            int last = Math.max(0, cursor.depth() - 5);
            for (int i = cursor.depth() - 1; i >= last; i--) {
                NativeFrame main = mains[cursor.numbers()[i]] ? main(locations.get(cursor.numbers()[i])) : null;
                if (main != null) {
                    return main.library();
                }
            }
        }
        return null;
    }

    private static @Nullable NativeFrame main(Location location) {
        for (Frame frame : location.frames()) {
            if (frame instanceof NativeFrame function && function.name().equals("main")) {
                return function;
            }
        }
        return null;
    }
}
