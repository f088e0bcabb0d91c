package io.jemscope.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.UsageMistake;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        assertThatThrownBy(() -> StorePlace.of(remote, USER, null, false))
                .isInstanceOf(UsageMistake.class)
                .hasMessage(
                        "CLICKHOUSE_USER and CLICKHOUSE_PASSWORD would be sent unencrypted to http://ch2:8123/jemscope. "
                                + "Use https; or, in a network that encrypts by itself, add --insecure");
    }

    @Test
    void eachServerHasASpoolOfItsOwn() throws Exception {
        Path waiting = Path.of("spool");

        assertThat(destinations("fleet.duckdb")).containsExactly("store in " + waiting.resolve("store"));
        assertThat(destinations("http://ch1:8123/a")).containsExactly("store in " + waiting.resolve("store"));
        assertThat(destinations("http://ch1:8123/a,http://ch2:8123/a"))
                .containsExactly(
                        "store-1-of-2 in " + waiting.resolve("store-1-of-2"),
                        "store-2-of-2 in " + waiting.resolve("store-2-of-2"));
    }

    private static List<String> destinations(String store) throws Exception {
        return StorePlace.of(store, Map.of(), null, false)
                .destinations(Path.of("spool"), Duration.ofDays(1), line -> {})
                .stream()
                .map(each -> each.name() + " in " + each.spool())
                .toList();
    }
}
