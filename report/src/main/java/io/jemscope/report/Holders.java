package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who holds it: a profile's memory by the Java line that asked for it, or by native function where there is no Java.
 *
 * <p>A stack belongs to its innermost Java frame outside the JDK, since that is the line a reader can change; where all
 * Java frames are the JDK's, to the innermost of them. Stacks without Java frames (all of a program that isn't a JVM; of a
 * JVM the VM's, GC's and compilers' threads) belong to their innermost native function beyond the allocator's own, see
 * {@link AllocatorFunctions}, with its line where that is known. Every stack belongs to exactly one holder, so the holders
 * add up to the whole.
 *
 * @param holders the holders, the greatest first
 * @param measure what they are ordered by
 * @param onJvm whether the program ran on a JVM: native functions' names are then marked as such
 * @param liveBytes all that is held, in bytes, with the standard error
 * @param live all that is held
 * @param accumulated all that was ever asked for; {@link Amount#NONE} where the allocator didn't count it
 */
public record Holders(
        List<Holder> holders, Measure measure, boolean onJvm, Estimate liveBytes, Amount live, Amount accumulated) {

    /**
     * Makes the list unchangeable.
     *
     * @param holders the holders; copied
     * @param measure what they are ordered by
     * @param onJvm whether the program ran on a JVM
     * @param liveBytes all that is held
     * @param live all that is held
     * @param accumulated all that was ever asked for
     */
    public Holders {
        holders = List.copyOf(holders);
    }

    /**
     * Finds the holders of a profile's memory.
     *
     * @param profile the profile, with its frames known
     * @param own which code is the program's own
     * @param allocator which native functions to pass over
     * @param measure what to order by
     * @return the holders that have anything of the measure
     */
    public static Holders of(Profile profile, OwnCode own, AllocatorFunctions allocator, Measure measure) {
        StackReader reader = new StackReader(profile, own, allocator);
        Map<String, HolderTally> tallies = new LinkedHashMap<>();
        HolderTally all = new HolderTally(null, "all", false);
        List<Frame> frames = new ArrayList<>();
        boolean onJvm = hasJvm(profile);
        for (Sample sample : profile.samples()) {
            Stacks.frames(sample, frames);
            StackReading reading = reader.read(frames);
            JavaFrame site = reading.site();
            Frame marker = site == null ? javaMarker(frames) : null;
            onJvm |= site != null || marker != null;
            // By text: it is what rows differ by, and a record's own hashing is slow to start.
            String name = name(reader, reading, marker);
            HolderTally tally = tallies.get(name);
            if (tally == null) {
                tally = new HolderTally(site, name, site == null && marker == null);
                tallies.put(name, tally);
            }
            Estimate live = profile.rate().estimateBytes(sample.live());
            Estimate accumulated = profile.rate().estimateBytes(sample.accumulated());
            tally.add(sample, live, accumulated);
            tally.add(reading, reader, measure.of(sample));
            all.add(sample, live, accumulated);
        }
        List<Holder> holders = new ArrayList<>(tallies.size());
        for (HolderTally tally : tallies.values()) {
            Holder holder = tally.holder(onJvm);
            if (HolderTally.value(holder, measure) > 0) {
                holders.add(holder);
            }
        }
        holders.sort((one, other) -> HolderTally.compare(one, other, measure));
        Holder whole = all.holder(onJvm);
        return new Holders(holders, measure, onJvm, whole.liveBytes(), whole.live(), whole.accumulated());
    }

    /**
     * What the holders are ordered by, of one of them.
     *
     * @param holder the holder
     * @return the value, in the measure's unit
     */
    public double value(Holder holder) {
        return HolderTally.value(holder, measure);
    }

    /**
     * What the holders are ordered by, of all of them.
     *
     * @return the sum, in the measure's unit
     */
    public double total() {
        return measure.of(live, accumulated);
    }

    /** What a stack is counted under. */
    static String name(StackReader reader, List<Frame> innermostFirst) {
        return name(reader, reader.read(innermostFirst), javaMarker(innermostFirst));
    }

    private static String name(StackReader reader, StackReading reading, @Nullable Frame marker) {
        if (reading.site() != null) {
            return reader.name(reading.site());
        }
        if (marker != null) {
            return marker.label();
        }
        return reading.function() == null ? "nothing known" : reader.name(reading.function());
    }

    /** A JVM whose stacks have no Java frames is one nevertheless. */
    private static boolean hasJvm(Profile profile) {
        for (Mapping mapping : profile.mappings()) {
            if (mapping.file() != null && mapping.file().endsWith("/libjvm.so")) {
                return true;
            }
        }
        return false;
    }

    /** What stands for Java frames that aren't known; null where there is none. */
    private static @Nullable Frame javaMarker(List<Frame> frames) {
        for (Frame frame : frames) {
            if (frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.JAVA_CODE) {
                return frame;
            }
        }
        return null;
    }
}
