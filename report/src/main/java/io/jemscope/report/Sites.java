package io.jemscope.report;

import io.jemscope.profile.Profile;
import org.jspecify.annotations.Nullable;

/**
 * What the stacks of several profiles are told apart by: always names, never addresses, so that profiles of different
 * builds and processes can be held against each other.
 */
public final class Sites {

    /** The site of what the JVM's compilers use for a compilation and give back at its end. */
    static final String COMPILATIONS = "[JVM] arenas of JIT compilations at work";

    private final AllocatorFunctions allocator;
    private final @Nullable Grouping grouping;
    private final boolean cumulative;

    private Sites(AllocatorFunctions allocator, @Nullable Grouping grouping, boolean cumulative) {
        this.allocator = allocator;
        this.grouping = grouping;
        this.cumulative = cumulative;
    }

    /**
     * By Java line, as {@link Holders} reads a stack. Class loaders aren't told apart, since their names often differ from
     * run to run.
     *
     * @param allocator which native functions to pass over
     * @return the sites; every stack has exactly one
     */
    public static Sites holders(AllocatorFunctions allocator) {
        return new Sites(allocator, null, false);
    }

    /**
     * By the function, line, file, library, … that asked for the memory itself: the innermost beyond the allocator's own
     * functions; of classes and packages the holder's.
     *
     * @param grouping what to count by
     * @param allocator which native functions to pass over
     * @return the sites; every stack has exactly one
     */
    public static Sites by(Grouping grouping, AllocatorFunctions allocator) {
        return new Sites(allocator, grouping, false);
    }

    /**
     * By every function, line, file, library, … on the stack, each counted once a stack.
     *
     * @param grouping what to count by
     * @return the sites; a stack has many, so their figures don't add up
     */
    public static Sites cumulative(Grouping grouping) {
        return new Sites(AllocatorFunctions.KNOWN, grouping, true);
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
     * @return the grouping; null where sites are Java lines, as holders are
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
    public SiteNames in(Profile profile) {
        return new SiteNames(profile, allocator, grouping, cumulative);
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
