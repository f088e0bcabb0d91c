package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Sample;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.List;

/** A sample's stack as plain frames. */
public final class Stacks {

    private Stacks() {}

    /** The frames of a sample, innermost first, inlined ones included; an address nobody has looked up is unknown. */
    static List<Frame> frames(Sample sample) {
        List<Frame> frames = new ArrayList<>(sample.stack().size() + 4);
        frames(sample, frames);
        return frames;
    }

    /** Fills a list with the same; it may be used again for the next sample. */
    static void frames(Sample sample, List<Frame> frames) {
        frames.clear();
        for (Location location : sample.stack()) {
            if (location.frames().isEmpty()) {
                frames.add(unknown(location));
            } else {
                frames.addAll(location.frames());
            }
        }
    }

    /** The frame of a location without known frames: its library and the offset there, or its address. */
    public static UnknownFrame unknown(Location location) {
        Mapping mapping = location.mapping();
        return mapping == null || mapping.file() == null
                ? new UnknownFrame(null, location.address())
                : new UnknownFrame(mapping.file(), location.address() - mapping.start() + mapping.fileOffset());
    }
}
