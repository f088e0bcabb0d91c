package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Sample;
import io.jemscope.profile.UnknownFrame;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a stack says to an operator, frame by frame as the rules are written down, for comparison. */
record PlainReading(
        @Nullable JavaFrame site,
        @Nullable Frame marker,
        @Nullable JavaFrame caller,
        @Nullable Frame function) {

    static PlainReading of(Sample sample, AppPackages own, AllocatorFunctions allocator) {
        List<Frame> frames = Stacks.frames(sample);
        int at = site(frames);
        JavaFrame site = at < 0 ? null : (JavaFrame) frames.get(at);
        Frame marker = null;
        JavaFrame caller = null;
        if (site == null) {
            marker = frames.stream()
                    .filter(frame -> frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.JAVA_CODE)
                    .findFirst()
                    .orElse(null);
        } else if (!own.contains(site)) {
            for (int i = at + 1; i < frames.size() && caller == null; i++) {
                if (frames.get(i) instanceof JavaFrame java && own.contains(java) && !JdkClasses.isSpun(java)) {
                    caller = java;
                }
            }
        }
        return new PlainReading(site, marker, caller, function(frames, allocator));
    }

    private static int site(List<Frame> frames) {
        int site = -1;
        int rank = 0;
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i) instanceof JavaFrame java) {
                boolean passedOver = JdkClasses.contains(java) || JdkClasses.isSpun(java);
                int ofFrame = passedOver ? 1 : java.isNative() ? 2 : 3;
                if (ofFrame > rank) {
                    site = i;
                    rank = ofFrame;
                }
            }
        }
        return site;
    }

    private static @Nullable Frame function(List<Frame> frames, AllocatorFunctions allocator) {
        UnknownFrame unnamed = null;
        Frame wrapper = null;
        for (Frame frame : frames) {
            if (frame instanceof NativeFrame function) {
                if (!allocator.contains(function.name(), function.library())) {
                    boolean stranger = unnamed != null
                            && (unnamed.library() == null || !Objects.equals(unnamed.library(), function.library()));
                    return stranger ? unnamed : function;
                }
                wrapper = function;
                unnamed = null;
            } else if (frame instanceof UnknownFrame unknown) {
                if (unnamed == null) {
                    unnamed = unknown;
                } else if (unnamed.library() == null || !Objects.equals(unnamed.library(), unknown.library())) {
                    return unnamed;
                }
            } else if (frame != MarkerFrame.CUT) {
                break;
            }
        }
        return unnamed == null ? wrapper : unnamed;
    }
}
