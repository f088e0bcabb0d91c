package io.jemscope.fleet.store;

import org.jspecify.annotations.Nullable;

/**
 * The memory of several instances, in bytes.
 *
 * @param instances how many instances have a known RSS; the next two figures add up these instances
 * @param residentBytes their resident memory
 * @param liveBytes what their profiles hold
 * @param nearest the instance that is nearest to its limit; null if no limit is known
 */
public record MemoryTotals(
        int instances,
        long residentBytes,
        double liveBytes,
        @Nullable Nearest nearest) {

    public static final MemoryTotals UNKNOWN = new MemoryTotals(0, 0, 0, null);

    /**
     * The instance that is nearest to its limit.
     *
     * @param instance its id
     * @param memory its resident memory, its limit, and what counts against it; the other figures are unknown
     */
    public record Nearest(String instance, MemoryFigures memory) {}

    /** The memory of one instance. */
    static MemoryTotals of(InstanceSites profile) {
        MemoryFigures memory = profile.memory();
        boolean isKnown = memory.residentBytes() >= 0;
        return new MemoryTotals(
                isKnown ? 1 : 0,
                isKnown ? memory.residentBytes() : 0,
                isKnown ? profile.sums().bytes() : 0,
                Double.isNaN(memory.limitShare())
                        ? null
                        : new Nearest(profile.instance().id(), memory.ofLimit()));
    }

    public MemoryTotals plus(MemoryTotals other) {
        return new MemoryTotals(
                instances + other.instances,
                residentBytes + other.residentBytes,
                liveBytes + other.liveBytes,
                nearer(nearest, other.nearest));
    }

    private static @Nullable Nearest nearer(@Nullable Nearest one, @Nullable Nearest other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.memory().limitShare() < other.memory().limitShare() ? other : one;
    }
}
