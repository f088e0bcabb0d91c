package io.jemscope.fleet.sink;

import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.clickhouse.ClickHouseStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes profiles to a store, and thins the store out once an hour. */
public final class StoreSink implements Sink {

    /** Some ten MB, which take DuckDB a second or two. */
    private static final int BATCH = 200;

    private static final Duration THINNING = Duration.ofHours(1);

    private final Opening store;

    /** Which profiles a server's store is for; null for a file, which has all. */
    private final @Nullable Predicate<Delivery> server;

    private final Duration mostAge;
    private final InstantSource clock;
    private final Consumer<String> log;
    private Instant thinned = Instant.MIN;

    /** A server's store, while it works. */
    private @Nullable FleetStore opened;

    /** Opens a store. */
    @FunctionalInterface
    public interface Opening {

        FleetStore open() throws IOException;
    }

    /**
     * Makes a sink for a file, which is opened for each batch, so that others can read it.
     *
     * @param mostAge the age at which profiles are removed
     * @param log takes a line for what a person should know
     */
    public StoreSink(Opening store, Duration mostAge, InstantSource clock, Consumer<String> log) {
        this(store, null, mostAge, clock, log);
    }

    /**
     * Makes a sink for each of a store's servers, in their order: each for its own instances, so that a server that is down delays no other. A
     * server's store stays open until it fails.
     *
     * @param addresses the servers, see {@link ClickHouseStore#write}
     */
    public static List<Sink> ofServers(
            List<URI> addresses,
            Map<String, String> environment,
            @Nullable Path authorities,
            Duration mostAge,
            InstantSource clock,
            Consumer<String> log) {
        List<Sink> sinks = new ArrayList<>();
        int servers = addresses.size();
        for (int i = 0; i < servers; i++) {
            int number = i;
            sinks.add(new StoreSink(
                    () -> ClickHouseStore.writeOne(addresses, number, environment, authorities),
                    profile -> servers == 1 || ClickHouseStore.server(profile.instance(), servers) == number,
                    mostAge,
                    clock,
                    log));
        }
        return sinks;
    }

    StoreSink(
            Opening store,
            @Nullable Predicate<Delivery> server,
            Duration mostAge,
            InstantSource clock,
            Consumer<String> log) {
        this.store = store;
        this.server = server;
        this.mostAge = mostAge;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public int batch() {
        return server == null ? BATCH : Integer.MAX_VALUE;
    }

    @Override
    public boolean isFor(Delivery delivery) {
        return server == null || server.test(delivery);
    }

    @Override
    public boolean takesMemory() {
        return true;
    }

    @Override
    public List<Refused> write(List<Delivery> deliveries) throws IOException {
        List<Refused> refused = new ArrayList<>();
        List<StoredProfile> profiles = new ArrayList<>();
        // Instances of a service have the same stacks, whose texts are most of a batch.
        Map<String, String> texts = new HashMap<>();
        for (Delivery delivery : deliveries) {
            try {
                profiles.add(ProfileReading.read(delivery, texts));
            } catch (IOException | RuntimeException e) {
                // A fault in reading one profile may not keep the others waiting.
                refused.add(new Refused(delivery, String.valueOf(e.getMessage())));
            }
        }
        if (!profiles.isEmpty()) {
            append(profiles);
        }
        return refused;
    }

    private void append(List<StoredProfile> profiles) throws IOException {
        FleetStore current = opened == null ? store.open() : opened;
        opened = null;
        try {
            current.append(profiles);
            thin(current);
            opened = server == null ? null : current;
        } finally {
            if (opened == null) {
                current.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        FleetStore current = opened;
        opened = null;
        if (current != null) {
            current.close();
        }
    }

    /** A failure doesn't affect the profiles already stored. */
    private void thin(FleetStore current) {
        Instant now = clock.instant();
        // Also after the clock was set back: otherwise nothing is thinned out until the clock is there again.
        if (thinned.equals(Instant.MIN) || Duration.between(thinned, now).abs().compareTo(THINNING) >= 0) {
            thinned = now;
            try {
                current.thin(mostAge, now);
            } catch (IOException e) {
                log.accept("the store couldn't be thinned out, which is tried again in an hour: " + e.getMessage());
            }
        }
    }
}
