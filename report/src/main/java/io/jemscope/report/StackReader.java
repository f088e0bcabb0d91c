package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.UnknownFrame;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads out of stacks what they say to an operator, see {@link StackReading}. Samples share their frames, so what is to be
 * known of one is found out once, by identity: a profile may have millions of stacks.
 */
final class StackReader {

    /** What begins the names of functions that stand between a program and the allocator for their language alone. */
    private static final String[] LANGUAGE = {"std::", "__gnu_cxx::", "core::", "<core::", "hashbrown::"};

    private final OwnCode own;
    private final AllocatorFunctions allocator;

    /** The program's own file; null where nothing tells. */
    private final @Nullable String binary;

    private final IdentityHashMap<NativeFrame, Boolean> allocators = new IdentityHashMap<>();
    private final IdentityHashMap<Frame, String> names = new IdentityHashMap<>();

    StackReader(Profile profile, OwnCode own, AllocatorFunctions allocator) {
        this(own, allocator, binary(profile));
    }

    /** A reader that isn't asked who called a site. */
    StackReader(AllocatorFunctions allocator) {
        this(OwnCode.UNKNOWN, allocator, null);
    }

    private StackReader(OwnCode own, AllocatorFunctions allocator, @Nullable String binary) {
        this.own = own;
        this.allocator = allocator;
        this.binary = binary;
    }

    StackReading read(List<Frame> innermostFirst) {
        int at = function(innermostFirst);
        Frame function = at < 0 ? null : innermostFirst.get(at);
        int site = site(innermostFirst);
        if (site < 0) {
            return new StackReading(null, nativeCaller(innermostFirst, at), function);
        }
        JavaFrame frame = (JavaFrame) innermostFirst.get(site);
        JavaFrame caller = own.contains(frame) ? null : callerAbove(innermostFirst, site);
        return new StackReading(frame, caller, function);
    }

    /** A frame in one line, with its source position and without its class loader. */
    String name(Frame frame) {
        String name = names.get(frame);
        if (name == null) {
            name = describe(frame);
            names.put(frame, name);
        }
        return name;
    }

    private static String describe(Frame frame) {
        if (frame instanceof JavaFrame java) {
            return HolderTally.withoutLoader(java).toStackTraceLine();
        }
        if (frame instanceof NativeFrame function && function.source() != null) {
            SourceLine source = function.source();
            String file = source.file().substring(source.file().lastIndexOf('/') + 1);
            return function.name() + " (" + new SourceLine(file, source.line()) + ")";
        }
        return frame.label();
    }

    /**
     * Where the site stands; -1 where there are no Java frames. A native method has no line: where code outside the JDK
     * called it, the site is that call.
     */
    private static int site(List<Frame> frames) {
        int innermost = -1;
        int nativeMethod = -1;
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i) instanceof JavaFrame java) {
                if (!JdkClasses.contains(java) && !JdkClasses.isSpun(java)) {
                    if (!java.isNative()) {
                        return i;
                    }
                    nativeMethod = nativeMethod < 0 ? i : nativeMethod;
                }
                innermost = innermost < 0 ? i : innermost;
            }
        }
        return nativeMethod < 0 ? innermost : nativeMethod;
    }

    private @Nullable JavaFrame callerAbove(List<Frame> frames, int site) {
        for (int i = site + 1; i < frames.size(); i++) {
            if (frames.get(i) instanceof JavaFrame java && own.contains(java) && !JdkClasses.isSpun(java)) {
                return java;
            }
        }
        return null;
    }

    /**
     * The innermost function beyond the allocator's own. Where it has no name, the one that called it stands for it if that
     * lies in the same library; of another library it would be a stranger, such as the start of the thread. Where the stack
     * is nothing but allocator functions, the outermost of these, since that is nearest to the reason.
     *
     * @return where it stands; -1 where there is none
     */
    private int function(List<Frame> frames) {
        int unnamed = -1;
        int wrapper = -1;
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (frame instanceof NativeFrame function) {
                if (!isAllocator(function)) {
                    return unnamed < 0 || isOf(library(frames.get(unnamed)), function.library()) ? i : unnamed;
                }
                wrapper = i;
                // What an allocator's function has called is the allocator's as well.
                unnamed = -1;
            } else if (frame instanceof UnknownFrame unknown) {
                if (unnamed < 0) {
                    unnamed = i;
                } else if (!isOf(library(frames.get(unnamed)), unknown.library())) {
                    return unnamed;
                }
            } else if (frame instanceof JavaFrame || frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.JAVA_CODE) {
                break;
            }
        }
        return unnamed >= 0 ? unnamed : wrapper;
    }

    private static @Nullable String library(Frame frame) {
        return frame instanceof UnknownFrame unknown ? unknown.library() : null;
    }

    /**
     * Where the function is a library's or its language's, the first one above it that is the program's own: in the
     * program's own file, and no template of the language's that was made there.
     */
    private @Nullable NativeFrame nativeCaller(List<Frame> frames, int function) {
        if (binary == null || function < 0 || isOwn(frames.get(function))) {
            return null;
        }
        for (int i = function + 1; i < frames.size(); i++) {
            if (isOwn(frames.get(i))) {
                return (NativeFrame) frames.get(i);
            }
        }
        return null;
    }

    private boolean isOwn(Frame frame) {
        if (!(frame instanceof NativeFrame function) || !isOf(binary, function.library()) || isAllocator(function)) {
            return false;
        }
        for (String beginning : LANGUAGE) {
            if (function.name().startsWith(beginning)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAllocator(NativeFrame function) {
        Boolean known = allocators.get(function);
        if (known == null) {
            known = allocator.contains(function.name());
            allocators.put(function, known);
        }
        return known;
    }

    /** The program's file: as the facts say, else the one that {@code main} lies in. */
    private static @Nullable String binary(Profile profile) {
        String known = profile.provenance().facts().get(Provenance.BINARY);
        if (known != null) {
            return known;
        }
        for (Sample sample : profile.samples()) {
            // The outermost frames alone: main is called by the loader's start and little else.
            for (int i = sample.stack().size() - 1;
                    i >= Math.max(0, sample.stack().size() - 5);
                    i--) {
                for (Frame frame : sample.stack().get(i).frames()) {
                    if (frame instanceof NativeFrame function && function.name().equals("main")) {
                        return function.library();
                    }
                }
            }
        }
        return null;
    }

    private static boolean isOf(@Nullable String library, @Nullable String other) {
        return library != null && library.equals(other);
    }
}
