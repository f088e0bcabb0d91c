package io.jemscope.report.verdict;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.List;

/**
 * Finds the samples whose memory the JDK frees when a collection finds its Java object dead, by a cleaner: direct buffers,
 * deflaters and inflaters that weren't ended. Such memory can stand for a leak although it needs a collection only.
 */
final class CleanerFrames {

    private final StackCursor cursor;
    private final boolean[] cleaned;

    CleanerFrames(Samples samples) {
        cursor = samples.stacks();
        List<Location> locations = samples.locations();
        cleaned = new boolean[locations.size()];
        for (int i = 0; i < cleaned.length; i++) {
            cleaned[i] = locations.get(i).frames().stream().anyMatch(CleanerFrames::registersCleaner);
        }
    }

    private static boolean registersCleaner(Frame frame) {
        if (!(frame instanceof JavaFrame java)) {
            return false;
        }
        return switch (java.className()) {
            case "java.nio.DirectByteBuffer" -> java.method().equals("<init>");
            case "java.util.zip.Deflater", "java.util.zip.Inflater" ->
                java.method().equals("init");
            default -> false;
        };
    }

    boolean isCleaned(int sample) {
        cursor.moveTo(sample);
        for (int i = 0; cursor.has(i); i++) {
            if (cleaned[cursor.at(i)]) {
                return true;
            }
        }
        return false;
    }
}
