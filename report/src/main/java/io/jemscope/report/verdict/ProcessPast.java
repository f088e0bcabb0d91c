package io.jemscope.report.verdict;

import io.jemscope.profile.Profile;
import io.jemscope.report.trend.TimedProfile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was stored of a process earlier, as evidence for its verdict of now.
 *
 * @param moments the oldest first
 */
public record ProcessPast(List<Moment> moments) {

    /** Without a history the verdict rests on what is seen now. */
    public static final ProcessPast NONE = new ProcessPast(List.of());

    /** More say little more, and each takes time to read. */
    private static final int MOST_PROFILES = 24;

    private static final Duration HOUR = Duration.ofHours(1);

    /** Reads a stored profile, with its frames' names and its samples' births. */
    @FunctionalInterface
    public interface Stored {
        Profile read() throws IOException;
    }

    /**
     * A moment.
     *
     * @param statistics by the names in {@code docs/history.md}
     * @param profile null if none is stored
     */
    public record Moment(
            Instant time,
            Map<String, Double> statistics,
            @Nullable Stored profile) {}

    public ProcessPast {
        moments = List.copyOf(moments);
    }

    /** The newest ledger that is an hour old, or half as old as the past: what grew long ago needn't grow now. */
    public @Nullable MemoryLook base(Instant now) {
        if (moments.isEmpty()) {
            return null;
        }
        Duration half = Duration.between(moments.get(0).time(), now).dividedBy(2);
        Instant latest = now.minus(half.compareTo(HOUR) < 0 ? half : HOUR);
        MemoryLook base = null;
        for (Moment moment : moments) {
            MemoryLook look = MemoryLook.ofStatistics(moment.time(), moment.statistics());
            if (look.hasRows() && (base == null || !moment.time().isAfter(latest))) {
                base = look;
            }
        }
        return base;
    }

    /** When the last collection of the whole Java heap ended; null if none is known. */
    public @Nullable Instant lastCollection() {
        return moments.isEmpty()
                ? null
                : lastCollection(moments.get(moments.size() - 1).statistics());
    }

    /** The same, by a moment's statistics. */
    public static @Nullable Instant lastCollection(Map<String, Double> statistics) {
        Double last = statistics.get("gc.whole.last.epochMs");
        return last == null ? null : Instant.ofEpochMilli(Math.round(last));
    }

    /** Adds the stored profiles, evenly thinned; those that can't be read are left out. */
    public void addProfilesTo(VerdictCollector collector) {
        List<Moment> profiled =
                moments.stream().filter(moment -> moment.profile() != null).toList();
        int step = Math.max(1, (profiled.size() + MOST_PROFILES - 1) / MOST_PROFILES);
        // From the newest on.
        for (int i = (profiled.size() + step - 1) % step; i < profiled.size(); i += step) {
            Moment moment = profiled.get(i);
            Stored stored = moment.profile();
            try {
                if (stored != null) {
                    collector.add(TimedProfile.of(stored.read(), moment.time()));
                }
            } catch (IOException e) {
                // It was removed meanwhile, or it is damaged. The others are evidence enough.
            }
        }
    }
}
