package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RecentLedgerTest {

    private static final Ledger LEDGER = new Ledger(
            Instant.EPOCH,
            new ProcessStatus(1000, 1000, 0, 1),
            ContainerMemory.unknown("None."),
            new MappingSums(),
            Duration.ZERO,
            true,
            List.of(
                    LedgerRow.of("javaHeap", RowMemory.exact(600)),
                    LedgerRow.unknown("jvmStructures"),
                    LedgerRow.of("libraries", RowMemory.atMost(500))),
            null,
            NativeTracking.without(null, "Off."));

    private final AtomicInteger readings = new AtomicInteger();

    @Test
    void aReadingIsReused() {
        RecentLedger recent = new RecentLedger(this::read);

        LedgerSums first = recent.read();

        assertThat(first)
                .isEqualTo(new LedgerSums(
                        Instant.EPOCH,
                        1000,
                        -100,
                        List.of(
                                new LedgerSums.Row("javaHeap", 600, "exact"),
                                new LedgerSums.Row("libraries", 500, "most"))));
        assertThat(recent.read()).isSameAs(first);
        assertThat(readings).hasValue(1);
    }

    @Test
    void readingsTakeAHundredthOfTheTimeAtMost() {
        assertThat(RecentLedger.reusedNanos(0)).isEqualTo(RecentLedger.REUSED.toNanos());
        assertThat(RecentLedger.reusedNanos(1_000_000_000)).isEqualTo(100_000_000_000L);
    }

    @Test
    void whatCantBeReadIsntTriedAgainAtOnce() {
        RecentLedger recent = new RecentLedger(() -> {
            readings.incrementAndGet();
            throw new IOException("no /proc");
        });

        assertThat(recent.read()).isNull();
        assertThat(recent.read()).isNull();
        assertThat(readings).hasValue(1);
    }

    @Test
    void aProcessThatMayNotBeReadHasNone() {
        assertThat(new RecentLedger(() -> null).read()).isNull();
    }

    @Test
    void noReaderWaitsForAnother() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        RecentLedger recent = new RecentLedger(() -> {
            begun.countDown();
            await(go);
            return read();
        });
        CompletableFuture<Boolean> slow = CompletableFuture.supplyAsync(() -> recent.read() != null);
        await(begun);

        assertThat(recent.read()).isNull();

        go.countDown();
        assertThat(slow.get()).isTrue();
        assertThat(recent.read()).isNotNull();
    }

    private Ledger read() {
        readings.incrementAndGet();
        return LEDGER;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
