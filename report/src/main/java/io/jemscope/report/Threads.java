package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A profile by the threads that asked for the memory.
 *
 * @param rows the threads, the greatest first, equal ones by name
 * @param measure what they are ordered by
 * @param live all that is held
 * @param accumulated all that was ever asked for; {@link Amount#NONE} where the allocator didn't count it
 */
public record Threads(List<Row> rows, SampleType measure, Amount live, Amount accumulated) {

    /**
     * One thread, or all of one name.
     *
     * @param name its name; {@code unknown thread} for samples that don't say
     * @param liveBytes what is still held of it, in bytes, with the standard error
     * @param live what is still held of it
     * @param accumulatedBytes what it ever asked for, in bytes, with the standard error
     * @param accumulated what it ever asked for
     */
    public record Row(String name, Estimate liveBytes, Amount live, Estimate accumulatedBytes, Amount accumulated) {}

    /** What one thread has. */
    private static final class Tally {
        private final Estimate.Sum liveBytes = new Estimate.Sum();
        private final Estimate.Sum accumulatedBytes = new Estimate.Sum();
        private Amount live = Amount.NONE;
        private Amount accumulated = Amount.NONE;

        void add(Sample sample, Profile profile) {
            live = live.plus(sample.live());
            liveBytes.add(profile.rate().estimateBytes(sample.live()));
            accumulated = accumulated.plus(sample.accumulated());
            accumulatedBytes.add(profile.rate().estimateBytes(sample.accumulated()));
        }
    }

    /**
     * Makes the list unchangeable.
     *
     * @param rows the threads; copied
     * @param measure what they are ordered by
     * @param live all that is held
     * @param accumulated all that was ever asked for
     */
    public Threads {
        rows = List.copyOf(rows);
    }

    /**
     * Counts a profile by threads.
     *
     * @param measure what to order by
     * @return the threads that have anything of the measure
     */
    public static Threads of(Profile profile, SampleType measure) {
        Map<String, Tally> tallies = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            tallies.computeIfAbsent(Grouping.thread(sample.labels()), any -> new Tally())
                    .add(sample, profile);
        }
        List<Row> rows = new ArrayList<>(tallies.size());
        int dumps = profile.dumpsOfOneProcess();
        Amount live = Amount.NONE;
        Amount accumulated = Amount.NONE;
        for (Map.Entry<String, Tally> entry : tallies.entrySet()) {
            Tally tally = entry.getValue();
            live = live.plus(tally.live);
            accumulated = accumulated.plus(tally.accumulated);
            if (measure.of(tally.live, tally.accumulated) > 0) {
                rows.add(new Row(
                        entry.getKey(),
                        tally.liveBytes.total().ofDependent(dumps),
                        tally.live,
                        tally.accumulatedBytes.total().ofDependent(dumps),
                        tally.accumulated));
            }
        }
        rows.sort((one, other) -> compare(one, other, measure));
        return new Threads(rows, measure, live, accumulated);
    }

    private static int compare(Row one, Row other, SampleType measure) {
        int byValue = Double.compare(measure.of(other.live, other.accumulated), measure.of(one.live, one.accumulated));
        return byValue != 0 ? byValue : one.name.compareTo(other.name);
    }
}
