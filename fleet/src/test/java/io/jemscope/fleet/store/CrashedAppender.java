package io.jemscope.fleet.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.store.duckdb.DuckDbStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Appends numbered batches to a store of DuckDB until it is killed, and prints the number of each once it is stored. */
public final class CrashedAppender {

    private static final int PROFILES = 20;
    private static final int STACKS = 50;

    private CrashedAppender() {}

    /** With the number of the last batch that is stored; or with {@code hold}, to hold the store open until the input ends. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        if (arguments[1].equals("hold")) {
            try (FleetStore store = DuckDbStore.write(file, Duration.ofSeconds(10))) {
                store.append(List.of());
                System.out.println("held");
                System.in.readAllBytes();
            }
            return;
        }
        for (int number = Integer.parseInt(arguments[1]) + 1; ; number++) {
            // Every third in the same opening, as after a short outage.
            try (FleetStore store = DuckDbStore.write(file, Duration.ofSeconds(10))) {
                store.append(batch(number));
                System.out.println(number);
                if (number % 3 == 0) {
                    number++;
                    store.append(batch(number));
                    System.out.println(number);
                }
            }
        }
    }

    /** Profiles of as many instances, which no other batch has; each stack holds 64 bytes. */
    public static List<StoredProfile> batch(int number) {
        List<StoredProfile> batch = new ArrayList<>();
        for (int i = 0; i < PROFILES; i++) {
            List<StackSum> stacks = new ArrayList<>();
            for (int stack = 0; stack < STACKS; stack++) {
                stacks.add(Planted.stack("site " + stack, "frame " + (stack + number % 7), 64));
            }
            batch.add(Planted.profile(Planted.instance("shop", "1", number * PROFILES + i), 1, stacks));
        }
        return batch;
    }

    /** How many batches a store has, each of which must be whole. */
    public static int wholeBatches(Totals totals) {
        if (totals.populations().isEmpty()) {
            return 0;
        }
        Population all = totals.populations().get(0);
        assertThat(all.instances() % PROFILES).isZero();
        assertThat(all.sums().bytes()).isEqualTo(64.0 * STACKS * all.instances());
        assertThat(totals.sites())
                .hasSize(STACKS)
                .allSatisfy(site -> assertThat(site.holders()).isEqualTo(all.instances()));
        return all.instances() / PROFILES;
    }
}
