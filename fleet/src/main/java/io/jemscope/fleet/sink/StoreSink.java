package io.jemscope.fleet.sink;

import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.StoredProfile;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes profiles to a store, which it opens for each batch, and thins the store out once an hour. */
public final class StoreSink implements Sink {

    /** Some ten MB, which take DuckDB a second or two. */
    private static final int BATCH = 200;

    private static final Duration THINNING = Duration.ofHours(1);

    private final Opening store;
    private final Duration mostAge;
    private final Clock clock;
    private final Consumer<String> log;
    private Instant thinned = Instant.MIN;

    /** Opens a store. */
    @FunctionalInterface
    public interface Opening {

        FleetStore open() throws IOException;
    }

    /**
     * Makes a sink.
     *
     * @param mostAge the age at which profiles are removed
     * @param log takes a line for what a person should know
     */
    public StoreSink(Opening store, Duration mostAge, Clock clock, Consumer<String> log) {
        this.store = store;
        this.mostAge = mostAge;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public int batch() {
        return BATCH;
    }

    @Override
    public List<Refused> write(List<Delivery> deliveries) throws IOException {
        List<Refused> refused = new ArrayList<>();
        List<StoredProfile> profiles = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            try {
                profiles.add(ProfileReading.read(delivery));
            } catch (IOException | RuntimeException e) {
                // A fault in reading one profile may not keep the others waiting.
                refused.add(new Refused(delivery, String.valueOf(e.getMessage())));
            }
        }
        if (!profiles.isEmpty()) {
            try (FleetStore opened = store.open()) {
                opened.append(profiles);
                thin(opened);
            }
        }
        return refused;
    }

    /** If it fails, what was stored is stored all the same. */
    private void thin(FleetStore opened) {
        Instant now = clock.instant();
        if (thinned.equals(Instant.MIN) || Duration.between(thinned, now).compareTo(THINNING) >= 0) {
            thinned = now;
            try {
                opened.thin(mostAge, now);
            } catch (IOException e) {
                log.accept("the store couldn't be thinned out, which is tried again in an hour: " + e.getMessage());
            }
        }
    }
}
