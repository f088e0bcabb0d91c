package io.jemscope.report;

import io.jemscope.profile.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the stacks of several profiles are told apart by: always names, never addresses, so that profiles of different
 * builds and processes can be held against each other.
 */
public final class SiteGrouping {

    /** The site of what the JVM's compilers use for a compilation and give back at its end. */
    static final String COMPILATIONS = "[JVM] arenas of JIT compilations at work";

    /** The site of what the JVM allocates for itself while Java lines run, see {@link JvmWork}. */
    static final String JVM_WORK = "[JVM] its own work on Java threads";

    private final AllocatorFunctions allocator;
    private final @Nullable Grouping grouping;
    private final boolean cumulative;
    private final List<String> app;

    private SiteGrouping(
            AllocatorFunctions allocator, @Nullable Grouping grouping, boolean cumulative, List<String> app) {
        this.allocator = allocator;
        this.grouping = grouping;
        this.cumulative = cumulative;
        this.app = app;
    }

    /**
     * By Java line, as {@link AllocationSites} reads a stack. Class loaders aren't told apart, since their names often differ from
     * run to run.
     *
     * @param allocator which native functions to pass over
     * @return the sites; every stack has exactly one
     */
    public static SiteGrouping byLine(AllocatorFunctions allocator) {
        return byLine(allocator, List.of());
    }

    /**
     * By Java line, as {@link #byLine(AllocatorFunctions)}, where the application's packages are named.
     *
     * @param allocator which native functions to pass over
     * @param app the application's packages; empty to take them from each profile's main class
     * @return the sites; every stack has exactly one
     */
    public static SiteGrouping byLine(AllocatorFunctions allocator, List<String> app) {
        return new SiteGrouping(allocator, null, false, List.copyOf(app));
    }

    /**
     * By the function, line, file, library, … that asked for the memory itself: the innermost beyond the allocator's own
     * functions; of classes and packages those of the site.
     *
     * @param grouping what to count by
     * @param allocator which native functions to pass over
     * @return the sites; every stack has exactly one
     */
    public static SiteGrouping by(Grouping grouping, AllocatorFunctions allocator) {
        return new SiteGrouping(allocator, grouping, false, List.of());
    }

    /**
     * By every function, line, file, library, … on the stack, each counted once a stack.
     *
     * @param grouping what to count by
     * @return the sites; a stack has many, so their figures don't add up
     */
    public static SiteGrouping cumulative(Grouping grouping) {
        return new SiteGrouping(AllocatorFunctions.KNOWN, grouping, true, List.of());
    }

    /**
     * Says whether the figures of all sites add up to the whole.
     *
     * @return false where a stack counts for several sites
     */
    public boolean addUp() {
        return !cumulative;
    }

    /**
     * What sites are counted by.
     *
     * @return the grouping; null where rows are Java lines
     */
    public @Nullable Grouping grouping() {
        return grouping;
    }

    /**
     * What rows are called.
     *
     * @return such as {@code site} or {@code library}
     */
    public String heading() {
        return grouping == null ? "site" : GroupingText.one(grouping);
    }

    /**
     * The sites of a profile's samples.
     *
     * @param profile the profile, with its frames known
     * @return what tells them
     */
    public SiteIndex in(Profile profile) {
        if (grouping != null) {
            return new SiteIndex(profile, new SiteResolver(profile, allocator), grouping, cumulative);
        }
        AppPackages own = app.isEmpty() ? AppPackages.of(profile) : new AppPackages(app);
        return new SiteIndex(profile, new SiteResolver(profile, own, allocator), null, false);
    }

    /**
     * Says whether a site is of memory that is given back as soon as the work at hand is done, so that a dump shows whatever
     * it happens to meet: the arenas of the JVM's JIT compilations. By Java line they are one site; by other groupings they
     * aren't told apart.
     *
     * @param site the site's name
     * @return whether it is such a site
     */
    public boolean isPassing(String site) {
        return site.equals(COMPILATIONS);
    }
}
