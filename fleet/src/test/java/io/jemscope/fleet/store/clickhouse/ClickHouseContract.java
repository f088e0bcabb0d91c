package io.jemscope.fleet.store.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.store.CrashedAppender;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.FleetStoreContract;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What servers of any version do. */
abstract class ClickHouseContract extends FleetStoreContract {

    private static final Duration AGE = Duration.ofDays(30);
    private static final List<String> TABLES = List.of("instances", "sites", "stacks");

    /** The servers of this test, and its database. */
    abstract List<URI> servers();

    @Override
    protected final FleetStore open() throws IOException {
        return ClickHouseStore.write(servers(), Map.of(), null);
    }

    final List<Shard> shards() throws IOException {
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(60), 1 << 20);
        return servers().stream()
                .map(address -> new Shard(
                        client,
                        address,
                        new Shard.Place(
                                servers().indexOf(address) + 1, servers().size()),
                        "",
                        ""))
                .toList();
    }

    /** The sum of a number over all servers. */
    private long sum(String question) throws IOException {
        long sum = 0;
        for (Shard shard : shards()) {
            sum += shard.ask(question).number();
        }
        return sum;
    }

    private void awaitDeletions() {
        await().until(() -> {
            for (Shard shard : shards()) {
                if (shard.ask("SELECT count() FROM system.mutations WHERE NOT is_done AND database = "
                                        + Shard.literal(shard.database()))
                                .number()
                        > 0) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Also while others insert profiles with the same names. */
    @Test
    void namesAreRemovedOnceNoProfileRefersToThem() throws IOException {
        List<StoredProfile> batch = CrashedAppender.batch(1);
        try (FleetStore store = open()) {
            store.append(batch);
            long stacks = sum("SELECT count() FROM (SELECT stack FROM stacks GROUP BY stack)");

            // All profiles are too old, but others of now may refer to their names.
            assertThat(store.thin(Duration.ofMillis(1), Instant.now())).isEqualTo(batch.size());
            awaitDeletions();

            assertThat(sum("SELECT count() FROM (SELECT stack FROM stacks GROUP BY stack)"))
                    .isEqualTo(stacks);
            assertThat(store.append(batch)).isEqualTo(batch.size());
            assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                    .isOne();

            store.thin(AGE, Instant.now().plus(AGE).plus(Duration.ofDays(2)));

            for (String table : TABLES) {
                await().until(() -> sum("SELECT count() FROM " + table) == 0);
            }
            store.append(batch);
            assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                    .isOne();
        }
    }

    /** They were written for an earlier profile, which is removed. */
    @Test
    void namesThatAreUsedAgainStay() throws IOException {
        Instant later = Instant.now().plus(Duration.ofDays(3));
        List<StoredProfile> batch = CrashedAppender.batch(1);
        List<StoredProfile> again = batch.stream()
                .map(each -> new StoredProfile(
                        each.instance(), "again", later, each.rateBytes(), each.memory(), each.stacks()))
                .toList();
        try (FleetStore store = open()) {
            store.append(batch);
            store.append(again);

            store.thin(Duration.ofDays(2), later.plus(Duration.ofHours(36)));

            for (String table : TABLES) {
                await().until(() ->
                        sum("SELECT count() FROM " + table + " WHERE until < " + later.toEpochMilli()) == 0);
            }
            assertThat(CrashedAppender.wholeBatches(store.totals(Selection.of(TimeSpan.ALL, null))))
                    .isOne();
            assertThat(store.stacks(Selection.of(TimeSpan.ALL, null), "site 1", 5))
                    .extracting(StackTotal::stack)
                    .containsExactly("frame 2");
        }
    }
}
