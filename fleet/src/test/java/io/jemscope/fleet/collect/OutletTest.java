package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutletTest {

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();
    private final AtomicInteger writes = new AtomicInteger();

    private Outlet outlet(Sink sink) throws IOException {
        Outlet outlet = Outlet.open(new Destination("test", sink, folder.resolve("spool")), 1 << 20, log::add);
        Agent agent = Agent.of(URI.create("http://127.0.0.1:1"), "", Map.of());
        assertThat(outlet.add(new Delivery(agent, Instant.now(), new byte[1]))).isTrue();
        return outlet;
    }

    @Test
    void aSinkThatSaysWhenIsLeftAloneUntilThen() throws Exception {
        try (Outlet outlet = outlet(deliveries -> {
            writes.incrementAndGet();
            throw new RetryException("busy", Duration.ofHours(1));
        })) {
            assertThat(outlet.isDue()).isTrue();
            assertThat(outlet.drain()).isFalse();

            assertThat(outlet.isDue()).isFalse();
            assertThat(outlet.drain()).isFalse();
            assertThat(writes).hasValue(1);
            assertThat(log).containsExactly("the profiles for the test stay in the spool: busy");
        }
    }

    @Test
    void thenItIsTriedAgain() throws Exception {
        try (Outlet outlet = outlet(deliveries -> {
            if (writes.incrementAndGet() == 1) {
                throw new RetryException("busy", Duration.ofMillis(300));
            }
            return List.of();
        })) {
            assertThat(outlet.drain()).isFalse();
            await().atMost(Duration.ofSeconds(10)).until(outlet::isDue);

            assertThat(outlet.drain()).isTrue();
            assertThat(outlet.delivered()).isOne();
        }
    }

    /** Without the server's word the wait grows; a last attempt is made all the same. */
    @Test
    void aSinkThatFailsIsTriedEverMoreRarely() throws Exception {
        try (Outlet outlet = outlet(deliveries -> {
            if (writes.incrementAndGet() <= 7) {
                throw new IOException("dead");
            }
            return List.of();
        })) {
            for (int i = 0; i < 7; i++) {
                assertThat(outlet.drain()).isFalse();
            }
            // Now half a minute at least.
            assertThat(outlet.isDue()).isFalse();

            assertThat(outlet.drain()).isTrue();
            assertThat(writes).hasValue(8);
        }
    }
}
