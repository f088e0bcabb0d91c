package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who holds it: a profile's memory by the Java line that asked for it.
 *
 * <p>A stack belongs to its innermost Java frame outside the JDK, since that is the line a reader can change; where all
 * Java frames are the JDK's, to the innermost of them. Stacks without Java frames (the VM's, GC's and compilers' threads)
 * belong to their innermost native function beyond the allocator's own, see {@link AllocatorFunctions}. Every stack
 * belongs to exactly one holder, so the holders add up to the whole.
 *
 * @param holders the holders, the greatest first
 * @param measure what they are ordered by
 * @param liveBytes all that is held, in bytes, with the standard error
 * @param live all that is held
 * @param accumulated all that was ever asked for; {@link Amount#NONE} where the allocator didn't count it
 */
public record Holders(List<Holder> holders, Measure measure, Estimate liveBytes, Amount live, Amount accumulated) {

    /**
     * Makes the list unchangeable.
     *
     * @param holders the holders; copied
     * @param measure what they are ordered by
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
        Map<String, HolderTally> tallies = new LinkedHashMap<>();
        Estimate liveBytes = Estimate.ZERO;
        Amount live = Amount.NONE;
        Amount accumulated = Amount.NONE;
        for (Sample sample : profile.samples()) {
            List<Frame> frames = Stacks.frames(sample);
            StackReading reading = StackReading.of(frames, own, allocator);
            JavaFrame site = reading.site();
            // By text: it is what rows differ by, and a record's own hashing is slow to start.
            String name = site == null
                    ? nativeName(frames, reading)
                    : HolderTally.withoutLoader(site).toStackTraceLine();
            HolderTally tally = tallies.get(name);
            if (tally == null) {
                tally = new HolderTally(site, name);
                tallies.put(name, tally);
            }
            tally.add(sample, reading, profile.rate(), measure);
            liveBytes = liveBytes.plus(profile.rate().estimateBytes(sample.live()));
            live = live.plus(sample.live());
            accumulated = accumulated.plus(sample.accumulated());
        }
        List<Holder> holders = new ArrayList<>(tallies.size());
        for (HolderTally tally : tallies.values()) {
            Holder holder = tally.holder();
            if (HolderTally.value(holder, measure) > 0) {
                holders.add(holder);
            }
        }
        holders.sort((one, other) -> HolderTally.compare(one, other, measure));
        return new Holders(holders, measure, liveBytes, live, accumulated);
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

    static String nativeName(List<Frame> frames, StackReading reading) {
        for (Frame frame : frames) {
            if (frame == MarkerFrame.NAME_LOST || frame == MarkerFrame.JAVA_CODE) {
                return frame.label();
            }
        }
        return "[native] " + (reading.function() == null ? "nothing known" : reading.function());
    }
}
