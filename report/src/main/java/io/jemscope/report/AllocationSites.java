package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who holds it: a profile's memory by the Java line that asked for it, or by native function where there is no Java.
 *
 * <p>A stack belongs to its innermost Java frame outside the JDK, since that is the line a reader can change; where all
 * Java frames are the JDK's, to the innermost of them. Stacks without Java frames (all of a program that isn't a JVM; of a
 * JVM the VM's, GC's and compilers' threads) belong to their innermost native function beyond the allocator's own, see
 * {@link AllocatorFunctions}, with its line where that is known. What the JVM allocates for itself while a Java line runs ({@link
 * JvmWork}) is one site, whose callers are these lines. Every stack belongs to exactly one site, so the sites
 * add up to the whole.
 *
 * @param sites the sites, the greatest first
 * @param measure what they are ordered by
 * @param onJvm whether the program ran on a JVM: native functions' names are then marked as such
 * @param liveBytes all that is held, in bytes, with the standard error
 * @param live all that is held
 * @param accumulatedBytes all that was ever asked for, in bytes, with the standard error
 * @param accumulated all that was ever asked for; {@link Amount#NONE} where the allocator didn't count it
 * @param mostUnseenBytes what a site of which nothing was sampled holds at most, in 95 of 100 cases; 0 where every allocation is known,
 *     NaN where nothing tells
 * @param rate how densely the profile was sampled
 * @param run the run of the profiler that all of it was sampled in; null where the profile isn't of a run
 */
public record AllocationSites(
        List<AllocationSite> sites,
        SampleType measure,
        boolean onJvm,
        Estimate liveBytes,
        Amount live,
        Estimate accumulatedBytes,
        Amount accumulated,
        double mostUnseenBytes,
        SampleRate rate,
        @Nullable RunWindow run) {

    /** Copies the list. */
    public AllocationSites {
        sites = List.copyOf(sites);
    }

    /**
     * Finds the sites of a profile's memory.
     *
     * @param profile the profile, with its frames known
     * @param own which code is the program's own
     * @param allocator which native functions to pass over
     * @param measure what to order by
     * @return the sites that have anything of the measure
     */
    public static AllocationSites of(
            Profile profile, AppPackages own, AllocatorFunctions allocator, SampleType measure) {
        SiteAggregator tallies = new SiteAggregator(profile, new SiteResolver(profile, own, allocator), measure);
        boolean onJvm = tallies.isOnJvm() || hasJvm(profile);
        List<AllocationSite> sites = new ArrayList<>();
        for (AllocationSite site : tallies.sites(onJvm)) {
            if (site.value(measure) > 0) {
                sites.add(site);
            }
        }
        sites.sort(AllocationSite.greatestFirst(measure));
        SiteSums sums = tallies.sums();
        return new AllocationSites(
                sites,
                measure,
                onJvm,
                sums.liveBytes(SiteSums.WHOLE),
                sums.live(SiteSums.WHOLE),
                sums.accumulatedBytes(SiteSums.WHOLE),
                sums.accumulated(SiteSums.WHOLE),
                profile.rate().mostUnseenBytes() * profile.dumpsOfOneProcess(),
                profile.rate(),
                RunWindow.of(profile).orElse(null));
    }

    /**
     * What the sites are ordered by, of one of them.
     *
     * @return the value, in the measure's unit
     */
    public double value(AllocationSite site) {
        return site.value(measure);
    }

    /**
     * What the sites are ordered by, of all of them.
     *
     * @return the sum, in the measure's unit
     */
    public double total() {
        return measure.of(live, accumulated);
    }

    /** A JVM whose stacks have no Java frames is one nevertheless. */
    static boolean hasJvm(Profile profile) {
        if (profile.metadata().get(ProfileMetadata.JVM).isPresent()) {
            return true;
        }
        for (Mapping mapping : profile.mappings()) {
            if (mapping.file() != null && mapping.file().endsWith("/libjvm.so")) {
                return true;
            }
        }
        return false;
    }
}
