package io.jemscope.fleet.store;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Keeps the profiles of many instances over time. The figures of one call agree, also while others add or
 * remove profiles. Not safe for several threads. {@code FleetStoreContract} tests what an
 * implementation promises.
 */
public interface FleetStore extends AutoCloseable {

    /**
     * Adds profiles, each whole or not at all. A profile is stored once: one whose instance and id are there already is left out. If an
     * instance has another service, version, host or labels than before, the new ones also count for its earlier profiles. Once this
     * returns, what was added survives the death of the process that added it.
     *
     * @return how many were added
     * @throws IOException if not all were added. Those that were, if any, are left out when the same come again
     */
    int append(List<StoredProfile> profiles) throws IOException;

    /** Adds up the profiles of a selection. */
    Totals totals(Selection selection) throws IOException;

    /** The profiles of a selection, each by site. */
    List<InstanceSites> instances(Selection selection) throws IOException;

    /**
     * The stacks of a site.
     *
     * @param most how many stacks at most
     * @return the stacks, that which holds most first
     */
    List<StackTotal> stacks(Selection selection, String site, int most) throws IOException;

    /**
     * Removes profiles by age: those older than {@code mostAge}, and of the others those that {@link
     * io.jemscope.history.Retention#intervals} leaves out. The newest profile of an instance goes by age only.
     *
     * @param now what ages are counted from
     * @return how many profiles were removed; some may be counted by answers for a while
     */
    int thin(Duration mostAge, Instant now) throws IOException;

    @Override
    void close() throws IOException;
}
