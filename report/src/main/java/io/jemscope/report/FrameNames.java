package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Samples;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * The names that a {@link Grouping} gives to a profile's frames, as numbers from 0 on in the order of first use. Equal names
 * have one number. A frame is named once, however many stacks it stands in. Not thread-safe.
 */
public final class FrameNames {

    /** Names a frame of a location. */
    interface Naming {
        String name(Location location, Frame frame);
    }

    /** Stands for the names of a location with several frames. */
    static final int SEVERAL = -1;

    private static final int UNREAD = -2;

    private final FrameTable frames;
    private final Naming naming;
    private final boolean coarse;
    private final boolean byThread;

    /** By location: the number of its name, {@link #SEVERAL}, or {@link #UNREAD}. Spares the look-ups of most locations' frames. */
    private final int[] ofLocation;

    /** By frame, the number of its name plus 1; 0 until it is used. */
    private final int[] numberOf;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    FrameNames(FrameTable frames, Grouping grouping) {
        this(frames, grouping::name, grouping.isCoarse(), grouping == Grouping.THREAD);
    }

    /** Names that no grouping gives. */
    FrameNames(FrameTable frames, Naming naming) {
        this(frames, naming, false, false);
    }

    private FrameNames(FrameTable frames, Naming naming, boolean coarse, boolean byThread) {
        this.frames = frames;
        this.naming = naming;
        this.coarse = coarse;
        this.byThread = byThread;
        this.numberOf = new int[frames.count()];
        this.ofLocation = new int[frames.locations()];
        Arrays.fill(ofLocation, UNREAD);
    }

    /** Names as a stack trace prints them: with the source position, without the class loader. */
    static FrameNames asLines(FrameTable frames) {
        return new FrameNames(frames, (location, frame) -> line(frame));
    }

    FrameTable frames() {
        return frames;
    }

    /** Whether neighbours of one name in a stack count as one. */
    boolean isCoarse() {
        return coarse;
    }

    /** Whether a stack has a single name, its thread's; frames then have none. */
    boolean isByThread() {
        return byThread;
    }

    /** The number of the name of a location's only frame; {@link #SEVERAL} if it has several. */
    int ofLocation(int location) {
        int known = ofLocation[location];
        return known == UNREAD ? findOfLocation(location) : known;
    }

    private int findOfLocation(int location) {
        int first = frames.first(location);
        ofLocation[location] = frames.first(location + 1) - first == 1 ? of(first) : SEVERAL;
        return ofLocation[location];
    }

    /** The number of a frame's name. */
    int of(int frame) {
        int number = numberOf[frame] - 1;
        if (number < 0) {
            number = number(naming.name(frames.location(frame), frames.frame(frame)));
            numberOf[frame] = number + 1;
        }
        return number;
    }

    /** The number of a sample's thread. */
    int ofThread(Samples samples, int sample) {
        return number(Grouping.thread(samples.labels(sample)));
    }

    /** The number of a name, a new one if the name is new. */
    int number(String name) {
        Integer known = numbers.get(name);
        if (known == null) {
            known = names.size();
            numbers.put(name, known);
            names.add(name);
        }
        return known;
    }

    /** The name that a number stands for. */
    public String name(int number) {
        return names.get(number);
    }

    /** The number of names used so far; each name's number is below it. */
    public int size() {
        return names.size();
    }

    /** Visits the frames named so far, each with the number of its name. */
    public void forEach(ObjIntConsumer<Frame> visitor) {
        for (int frame = 0; frame < numberOf.length; frame++) {
            if (numberOf[frame] != 0) {
                visitor.accept(frames.frame(frame), numberOf[frame] - 1);
            }
        }
    }

    private static String line(Frame frame) {
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
}
