package io.jemscope.report;

import static io.jemscope.report.ProfileFrames.NONE;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads out of a profile's stacks what they say to an operator. A profile may have millions: each is read once, as numbers. */
final class SiteResolver {

    private static final int JAVA_OR_MARKER = ProfileFrames.JAVA | ProfileFrames.MARKER;

    /** What nobody asked yet. */
    private static final byte UNASKED = 0;

    // What a location is to those who look for the function: most are passed over by one look.

    /** Allocator functions alone. */
    private static final byte WRAPPER = 1;

    private static final byte NO_WRAPPER = 2;

    // What it is to those who look for the site.

    /** Nothing of Java, or that stands for it. */
    private static final byte NATIVE = 1;

    /** Its innermost frame is a line that may be a site. */
    private static final byte SITE_FIRST = 2;

    /** Java or what stands for it, to be read frame by frame. */
    private static final byte MIXED = 3;

    private final StackCursor cursor;
    private final ProfileFrames frames;

    /** By location, {@link #WRAPPER} or not, asked of the innermost alone: to match names with patterns takes a while. */
    private final byte[] wrappers;

    /** By location, {@link #NATIVE} and so on. */
    private final byte[] roles;

    private int site;
    private int marker;
    private int caller;
    private int function;

    /** Where in the stack the function's location stands. */
    private int functionAt;

    /** Where the search for the function ended: up to there is no Java frame. */
    private int nativeUpTo;

    SiteResolver(Profile profile, AppPackages own, AllocatorFunctions allocator) {
        this(profile, own, allocator, binary(profile));
    }

    /** A reader that isn't asked who called a site. */
    SiteResolver(Profile profile, AllocatorFunctions allocator) {
        this(profile, AppPackages.UNKNOWN, allocator, null);
    }

    private SiteResolver(Profile profile, AppPackages own, AllocatorFunctions allocator, @Nullable String binary) {
        Samples samples = profile.compact();
        cursor = samples.stacks();
        frames = new ProfileFrames(samples.locations(), own, allocator, binary);
        wrappers = new byte[samples.locations().size()];
        roles = new byte[samples.locations().size()];
    }

    /** The frames that are told of, by numbers. */
    ProfileFrames frames() {
        return frames;
    }

    /**
     * Reads a sample's stack.
     *
     * @return false where it is the stack that was read before
     */
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
     * {@link ProfileFrames#NONE} where there are no Java frames.
     */
    int site() {
        return site;
    }

    /** What stands for Java frames that aren't known; {@link ProfileFrames#NONE} where there is none, or there is a site. */
    int marker() {
        return marker;
    }

    /**
     * The first frame of the program's own code above a site that is a library's; {@link ProfileFrames#NONE} where the site
     * is the program's own, or nothing above it is.
     */
    int caller() {
        return caller;
    }

    /**
     * The innermost native function that says why the memory was asked for, which is the site where there are no Java
     * frames; {@link ProfileFrames#NONE} where there is none.
     */
    int function() {
        return function;
    }

    /** The number of the text that the stack is counted under. */
    int name() {
        if (site != NONE) {
            return frames.name(site);
        }
        if (marker != NONE) {
            return frames.label(marker);
        }
        return function == NONE ? frames.textNumber("nothing known") : frames.name(function);
    }

    /**
     * Finds the site. A native method has no line: where code outside the JDK called it, the site is that call.
     */
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
                if ((kind & ProfileFrames.LINE) != 0) {
                    foundSite(frame, i);
                    return;
                }
                if ((kind & JAVA_OR_MARKER) == 0) {
                    continue;
                }
                if ((kind & ProfileFrames.MARKER) != 0) {
                    marker = marker == NONE ? frame : marker;
                } else if (innermost == NONE) {
                    innermost = frame;
                    innermostAt = i;
                }
                if ((kind & ProfileFrames.NATIVE_METHOD) != 0 && nativeMethod == NONE) {
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
        if ((frames.kind(frame) & ProfileFrames.OWN) != 0) {
            return;
        }
        for (int i = at; cursor.has(i); i++) {
            int location = cursor.at(i);
            int end = frames.first(location + 1);
            for (int above = i == at ? frame + 1 : frames.first(location); above < end; above++) {
                if ((frames.kind(above) & ProfileFrames.OWN_LINE) != 0) {
                    caller = above;
                    return;
                }
            }
        }
    }

    /**
     * Finds the innermost function beyond the allocator's own. Where it has no name, the one that called it stands for it if
     * that lies in the same library; of another library it would be a stranger, such as the start of the thread. Where the
     * stack is nothing but allocator functions, the outermost of these, since that is nearest to the reason.
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
                if ((kind & ProfileFrames.FUNCTION) != 0) {
                    if (!frames.isAllocator(frame)) {
                        boolean stands = unnamed == NONE || frames.areOfOneLibrary(unnamed, frame);
                        function = stands ? frame : unnamed;
                        functionAt = stands ? at : unnamedAt;
                        nativeUpTo = at;
                        return;
                    }
                    wrapper = frame;
                    wrapperAt = at;
                    // What an allocator's function has called is the allocator's as well.
                    unnamed = NONE;
                } else if ((kind & ProfileFrames.UNNAMED) != 0) {
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
        if (known == UNASKED) {
            known = WRAPPER;
            for (int frame = frames.first(location); frame < frames.first(location + 1); frame++) {
                if ((frames.kind(frame) & ProfileFrames.FUNCTION) == 0 || !frames.isAllocator(frame)) {
                    known = NO_WRAPPER;
                }
            }
            wrappers[location] = known;
        }
        return known == WRAPPER;
    }

    private byte role(int location) {
        byte known = roles[location];
        return known == UNASKED ? look(location) : known;
    }

    private byte look(int location) {
        int first = frames.first(location);
        byte role = NATIVE;
        for (int frame = first; frame < frames.first(location + 1); frame++) {
            if ((frames.kind(frame) & JAVA_OR_MARKER) != 0) {
                role = MIXED;
            }
        }
        if ((frames.kind(first) & ProfileFrames.LINE) != 0) {
            role = SITE_FIRST;
        }
        roles[location] = role;
        return role;
    }

    /**
     * Where the function is a library's or its language's, the first one above it that is the program's own: in the
     * program's own file, and no template of the language's that was made there.
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

    /** The program's file: as the facts say, else the one that {@code main} lies in. */
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
            // The outermost frames alone: main is called by the loader's start and little else.
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
