package io.jemscope.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.UsageMistake;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorePlaceTest {

    private static final Map<String, String> USER = Map.of("CLICKHOUSE_USER", "ann", "CLICKHOUSE_PASSWORD", "secret");

    @Test
    void thePasswordOfClickHouseIsntSentUnencryptedUnlessAllowed() throws Exception {
        String remote = "http://localhost:8123/jemscope,http://ch2:8123/jemscope";

        for (String safe : new String[] {
            "https://ch1:8443/jemscope", "http://127.0.0.1:8123/jemscope,http://[::1]:8124/jemscope", "fleet.duckdb"
        }) {
            assertThat(StorePlace.of(safe, USER, null, false).toString()).contains(safe.substring(0, 9));
        }
        assertThat(StorePlace.of(remote, Map.of(), null, false).isServer()).isTrue();
        assertThat(StorePlace.of(remote, USER, null, true).isServer()).isTrue();
        for (Map<String, String> environment : List.of(USER, Map.of("CLICKHOUSE_PASSWORD", "secret"))) {
            assertThatThrownBy(() -> StorePlace.of(remote, environment, null, false))
                    .isInstanceOf(UsageMistake.class)
                    .hasMessage(
                            "CLICKHOUSE_USER and CLICKHOUSE_PASSWORD would be sent unencrypted to http://ch2:8123/jemscope. "
                                    + "Use https; or, in a network that encrypts by itself, add --insecure");
        }
    }

    @Test
    void eachServerHasASpoolOfItsOwn() throws Exception {
        assertThat(destinations("x/fleet.duckdb", null)).containsExactly("store in x/fleet.duckdb.spool/store");
        assertThat(destinations("http://ch1:8123/a", null))
                .singleElement()
                .asString()
                .matches("store in .*/clickhouse-[0-9a-f]{8}\\.spool/store");
        assertThat(destinations("http://ch1:8123/a,http://ch2:8123/a", null))
                .satisfiesExactly(
                        first -> assertThat(first).matches("store-1-of-2 in .*\\.spool/store-1-of-2"),
                        second -> assertThat(second).matches("store-2-of-2 in .*\\.spool/store-2-of-2"));
    }

    /** What waits for one store must not come into another one. */
    @Test
    void inASharedFolderEachStoreHasASpoolOfItsOwn() throws Exception {
        Set<String> spools = new HashSet<>();
        for (String store : List.of("fleet.duckdb", "x/fleet.duckdb", "http://ch1:8123/a", "http://ch1:8123/b")) {
            spools.addAll(destinations(store, Path.of("waiting")));
        }

        assertThat(spools).hasSize(4).allMatch(each -> each.matches("store in waiting/store-[0-9a-f]{8}"));
        assertThat(destinations("x/../fleet.duckdb", Path.of("waiting")))
                .isEqualTo(destinations("fleet.duckdb", Path.of("waiting")));
        assertThat(destinations("http://ch1:8123/a,http://ch2:8123/a", Path.of("waiting"))
                        .get(1))
                .matches("store-2-of-2 in waiting/store-[0-9a-f]{8}-2-of-2");
    }

    private static List<String> destinations(String store, @Nullable Path waiting) throws Exception {
        return StorePlace.of(store, Map.of(), null, false)
                .destinations(waiting, Duration.ofDays(1), line -> {})
                .stream()
                .map(each -> each.name() + " in " + each.spool())
                .toList();
    }
}
