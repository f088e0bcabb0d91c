package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.SampleType;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place that allocates memory: a Java line, or a native function on threads that run no Java code and in programs that aren't
 * Java's.
 *
 * @param frame the innermost frame outside the JDK, or the JDK's own innermost; null for stacks without Java frames
 * @param name the site in one line
 * @param liveBytes what it still holds, in bytes, with the standard error
 * @param live what it still holds
 * @param accumulatedBytes what it ever asked for, in bytes, with the standard error; {@link Estimate#ZERO} where the
 *     allocator didn't count it
 * @param accumulated what it ever asked for
 * @param callers where the site is a library's, the first frames of the program's own code above it in one line each, by
 *     falling bytes
 * @param functions the native functions reached from it, by falling bytes; itself where it is one
 * @param jvmLive what the JVM holds for itself since the line ran, see {@link JvmWork}; not in {@code live}, but in the row of all that
 *     the JVM allocated for itself
 * @param jvmAccumulated what it ever allocated for itself; not in {@code accumulated} likewise
 */
public record AllocationSite(
        @Nullable JavaFrame frame,
        String name,
        Estimate liveBytes,
        Amount live,
        Estimate accumulatedBytes,
        Amount accumulated,
        List<String> callers,
        List<String> functions,
        Amount jvmLive,
        Amount jvmAccumulated) {

    /** Makes the lists unchangeable. */
    public AllocationSite {
        // The names of a profile's sites are unchangeable, and not yet made.
        callers = callers instanceof SiteNameLists.Names ? callers : List.copyOf(callers);
        functions = functions instanceof SiteNameLists.Names ? functions : List.copyOf(functions);
    }

    /** What rows are ordered by, in the measure's unit. */
    double value(SampleType measure) {
        return measure.of(live, accumulated);
    }

    /** The order of rows: more first; equal ones by name, so that a report of the same profile never changes. */
    static Comparator<AllocationSite> greatestFirst(SampleType measure) {
        return Comparator.<AllocationSite>comparingDouble(site -> -site.value(measure))
                .thenComparing(AllocationSite::name);
    }
}
