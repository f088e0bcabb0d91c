package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.UnknownFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one stack says to an operator.
 *
 * @param site the innermost Java frame outside the JDK, or the JDK's own innermost; null where there are no Java frames
 * @param caller the first frame of the program's own code above a site that is a library's; null where the site is the
 *     program's own, or nothing above it is
 * @param function the innermost native function that says why the memory was asked for; null where there is none
 */
record StackReading(
        @Nullable JavaFrame site,
        @Nullable JavaFrame caller,
        @Nullable String function) {

    static StackReading of(List<Frame> innermostFirst, OwnCode own, AllocatorFunctions allocator) {
        int site = site(innermostFirst);
        if (site < 0) {
            return new StackReading(null, null, function(innermostFirst, allocator));
        }
        JavaFrame frame = (JavaFrame) innermostFirst.get(site);
        JavaFrame caller = own.contains(frame) ? null : callerAbove(innermostFirst, site, own);
        return new StackReading(frame, caller, function(innermostFirst, allocator));
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

    private static @Nullable JavaFrame callerAbove(List<Frame> frames, int site, OwnCode own) {
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
     */
    private static @Nullable String function(List<Frame> frames, AllocatorFunctions allocator) {
        UnknownFrame unnamed = null;
        String wrapper = null;
        for (Frame frame : frames) {
            if (frame instanceof NativeFrame function) {
                if (!allocator.contains(function.name())) {
                    return unnamed == null || isOf(unnamed.library(), function.library())
                            ? function.name()
                            : unnamed.label();
                }
                wrapper = function.name();
                // What an allocator's function has called is the allocator's as well.
                unnamed = null;
            } else if (frame instanceof UnknownFrame unknown) {
                if (unnamed == null) {
                    unnamed = unknown;
                } else if (!isOf(unnamed.library(), unknown.library())) {
                    return unnamed.label();
                }
            } else if (frame instanceof JavaFrame || frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.JAVA_CODE) {
                break;
            }
        }
        return unnamed != null ? unnamed.label() : wrapper;
    }

    private static boolean isOf(@Nullable String library, @Nullable String other) {
        return library != null && library.equals(other);
    }
}
