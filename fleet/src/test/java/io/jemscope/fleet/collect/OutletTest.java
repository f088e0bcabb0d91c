package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutletTest {

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();
    private final AtomicInteger writes = new AtomicInteger();

    private final List<Integer> taken = new ArrayList<>();
    private final Set<Integer> bad = new HashSet<>();

    /** Opens an outlet with so many profiles, whose only byte is their number from 1. */
    private Outlet outlet(Sink sink, int profiles) throws IOException {
        return outlet(sink, profiles, 1 << 20);
    }

    private Outlet outlet(Sink sink, int profiles, long spoolBytes) throws IOException {
        Destination destination = new Destination("test", sink, folder.resolve("spool"));
        Outlet outlet = Outlet.open(destination, spoolBytes, 1 << 20, log::add);
        for (int i = 1; i <= profiles; i++) {
            outlet.add(delivery(i));
        }
        return outlet;
    }

    private static Delivery delivery(int number) {
        Agent agent = Agent.of(URI.create("http://127.0.0.1:1"), "", Map.of());
        return new Delivery(agent, Instant.now(), new byte[] {(byte) number}, MemoryFigures.UNKNOWN);
    }

    private Outlet outlet(Sink sink) throws IOException {
        return outlet(sink, 1);
    }

    /** Fails as long as one of what it gets is bad. */
    private Sink picky(int batch) {
        return new Sink() {
            @Override
            public int batch() {
                return batch;
            }

            @Override
            public List<Refused> write(List<Delivery> deliveries) throws IOException {
                writes.incrementAndGet();
                List<Integer> numbers =
                        deliveries.stream().map(each -> (int) each.pprof()[0]).toList();
                if (numbers.stream().anyMatch(bad::contains)) {
                    throw new IOException("it answered 500");
                }
                taken.addAll(numbers);
                return List.of();
            }
        };
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
            assertThat(log).containsExactly("the profiles for the sink test stay in the spool: busy");
        }
    }

    @Test
    void theWaitThatASinkNamesIsAnHourAtMost() throws Exception {
        try (Outlet outlet = outlet(picky(1))) {
            assertThat(outlet.pause(new RetryException("busy", Duration.ofMinutes(59))))
                    .isEqualTo(Duration.ofMinutes(59));
            assertThat(outlet.pause(new RetryException("busy", Duration.ofSeconds(999_999))))
                    .isEqualTo(Duration.ofHours(1));
            // It named none.
            assertThat(outlet.pause(new RetryException("busy", Duration.ZERO)))
                    .isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
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

    @Test
    void aProfileThatFailsEachTimeHoldsUpNoOther() throws Exception {
        bad.addAll(Set.of(1, 5));
        try (Outlet outlet = outlet(picky(1), 12)) {
            assertThat(outlet.drain()).isFalse();

            assertThat(taken).containsExactlyInAnyOrder(2, 3, 4, 6, 7, 8, 9, 10, 11, 12);
            assertThat(outlet.spool().count()).isEqualTo(2);
            assertThat(outlet.setAside()).isEqualTo(2);
            assertThat(outlet.isUp()).isTrue();
            assertThat(outlet.illness())
                    .isEqualTo(
                            "the sink test has set aside 2 of the profiles: the profile of http://127.0.0.1:1: it answered 500");
            assertThat(log)
                    .hasSize(2)
                    .contains(
                            "the sink test accepts other profiles; this one is set aside, and tried again: the profile of http://127.0.0.1:1: it answered 500");
            assertThat(outlet.delivered()).isEqualTo(10);
        }
        bad.clear();
        try (Outlet next = outlet(picky(1), 0)) {
            assertThat(next.drain()).isTrue();
            assertThat(taken).hasSize(12).doesNotHaveDuplicates();
            assertThat(next.illness()).isEmpty();
        }
    }

    @Test
    void whatWasSetAsideIsTriedEverMoreRarelyAndAtTheEnd() throws Exception {
        bad.add(1);
        try (Outlet outlet = outlet(picky(1), 2)) {
            assertThat(outlet.drain()).isFalse();
            for (int i = 0; i < 10; i++) {
                assertThat(outlet.finish()).isFalse();
            }
            assertThat(writes).hasValue(12);
            assertThat(outlet.drain()).isFalse();
            assertThat(writes).hasValue(12);
            bad.clear();

            assertThat(outlet.finish()).isTrue();
            assertThat(taken).containsExactly(2, 1);
        }
    }

    @Test
    void severalFailuresInARowAreTheSinksFault() throws Exception {
        try (Outlet outlet = outlet(
                deliveries -> {
                    writes.incrementAndGet();
                    throw new IOException("dead");
                },
                10)) {
            assertThat(outlet.drain()).isFalse();

            assertThat(writes).hasValue(3);
            assertThat(outlet.setAside()).isZero();
            assertThat(outlet.isDue()).isFalse();
            assertThat(outlet.illness()).isEqualTo("the sink test accepts nothing: dead");
            assertThat(log).containsExactly("the profiles for the sink test stay in the spool: dead");
        }
    }

    /** As those of one agent whose profiles all fail. */
    @Test
    void manyInARowDontHoldUpTheOthersEither() throws Exception {
        for (int i = 1; i <= 10; i++) {
            bad.add(i);
        }
        try (Outlet outlet = outlet(picky(1), 20)) {
            await().atMost(Duration.ofSeconds(10)).until(() -> {
                outlet.drain();
                return taken.size() == 10;
            });
            assertThat(outlet.spool().count()).isEqualTo(10);
        }
    }

    @Test
    void oneOfABatchHoldsUpNoOther() throws Exception {
        bad.addAll(Set.of(7, 70));
        try (Outlet outlet = outlet(picky(50), 100)) {
            assertThat(outlet.drain()).isFalse();

            assertThat(taken).hasSize(98).doesNotHaveDuplicates().doesNotContain(7, 70);
            assertThat(outlet.setAside()).isEqualTo(2);
            assertThat(writes.get()).isLessThan(40);
        }
    }

    @Test
    void aFileThatCannotBeReadIsNotDelivered() throws Exception {
        Path file = folder.resolve("spool").resolve("0000000000000000002.profile");
        try (Outlet outlet = outlet(picky(10), 3)) {
            byte[] content = Files.readAllBytes(file);
            Files.delete(file);
            Files.createDirectory(file);

            assertThat(outlet.finish()).isFalse();
            assertThat(taken).containsExactly(1, 3);
            assertThat(outlet.illness()).contains("set aside 1 of the profiles", file + " can't be read");
            assertThat(log).singleElement().asString().contains(file + " can't be read");

            Files.delete(file);
            Files.write(file, content);
            assertThat(outlet.finish()).isTrue();
            assertThat(taken).containsExactly(1, 3, 2);
        }
    }

    @Test
    void aDamagedFileHoldsUpNoOther() throws Exception {
        Path file = folder.resolve("spool").resolve("0000000000000000002.profile");
        try (Outlet outlet = outlet(picky(10), 3)) {
            Files.writeString(
                    file, "{\"address\": \"http://127.0.0.1:1\", \"timeMillis\": null, \"labels\": {}}\nprofile");

            assertThat(outlet.drain()).isTrue();

            assertThat(taken).containsExactly(1, 3);
            assertThat(outlet.delivered()).isEqualTo(2);
            assertThat(outlet.refused()).isOne();
            assertThat(outlet.illness()).isEmpty();
            assertThat(log).singleElement().asString().contains(file + " is damaged, and is deleted");
        }
    }

    /** A profile is set aside once the sink accepts another one after it. */
    private static void setBothAside(Outlet outlet, BooleanSupplier areAside) throws InterruptedException {
        for (int more = 3; !areAside.getAsBoolean(); more++) {
            assertThat(more).isLessThan(10);
            outlet.drain();
            outlet.add(delivery(more));
            outlet.drain();
        }
    }

    /** Otherwise they would fill the spool in the end, and the sink would miss all others. */
    @Test
    void theOldestOfThoseSetAsideAreDropped() throws Exception {
        bad.addAll(Set.of(1, 2));
        try (Outlet outlet = outlet(picky(1), 2, 1_600)) {
            setBothAside(outlet, () -> outlet.refused() == 1);

            assertThat(outlet.refused()).isOne();
            assertThat(outlet.setAside()).isOne();
            assertThat(log).last().asString().startsWith("dropped for the sink test, since those set aside have more");
        }
    }

    @Test
    void freshProfilesComeBeforeTheNextThatWasSetAside() throws Exception {
        bad.addAll(Set.of(1, 2));
        List<Integer> order = new ArrayList<>();
        AtomicReference<Outlet> opened = new AtomicReference<>();
        Sink sink = deliveries -> {
            int number = deliveries.get(0).pprof()[0];
            order.add(number);
            if (bad.contains(number) && bad.size() == 2) {
                throw new IOException("it answered 500");
            }
            if (number == 1 || number == 2) {
                opened.get().add(delivery(number + 10));
            }
            return List.of();
        };
        try (Outlet outlet = outlet(sink, 3)) {
            opened.set(outlet);
            setBothAside(outlet, () -> outlet.setAside() == 2);
            order.clear();
            bad.clear();

            assertThat(outlet.finish()).isTrue();

            assertThat(order).hasSize(4);
            assertThat(order.get(1)).isEqualTo(order.get(0) + 10);
        }
    }

    @Test
    void aSpoolThatCannotBeWrittenIsSaidAndHasNoRoom() throws Exception {
        try (Outlet outlet = outlet(picky(1), 0)) {
            Path moved = folder.resolve("moved");
            Files.move(folder.resolve("spool"), moved);

            outlet.add(delivery(1));

            assertThat(outlet.hasRoom()).isFalse();
            assertThat(outlet.missed()).isOne();
            assertThat(outlet.illness()).startsWith("the sink test misses profiles: its spool can't be written: ");
            Files.move(moved, folder.resolve("spool"));
            outlet.add(delivery(2));
            assertThat(outlet.hasRoom()).isTrue();
            assertThat(outlet.illness()).isEmpty();
        }
    }

    /** Such as too little memory for reading a profile. */
    @Test
    void aFaultOutsideTheSinkGivesItAPause() throws Exception {
        AtomicInteger batches = new AtomicInteger();
        Sink sink = new Sink() {
            @Override
            public int batch() {
                if (batches.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("Java heap space");
                }
                return 1;
            }

            @Override
            public List<Refused> write(List<Delivery> deliveries) {
                return List.of();
            }
        };
        try (Outlet outlet = outlet(sink)) {
            assertThat(outlet.drain()).isFalse();
            assertThat(outlet.isDue()).isFalse();
            assertThat(outlet.illness())
                    .isEqualTo("the sink test accepts nothing: OutOfMemoryError, a fault of Jemscope");

            assertThat(outlet.finish()).isTrue();
            assertThat(outlet.delivered()).isOne();
            assertThat(outlet.illness()).isEmpty();
        }
    }

    @Test
    void itsSinkIsClosedWithIt() throws Exception {
        AtomicInteger closings = new AtomicInteger();
        Sink sink = new Sink() {
            @Override
            public List<Refused> write(List<Delivery> deliveries) {
                return List.of();
            }

            @Override
            public void close() {
                closings.incrementAndGet();
            }
        };

        outlet(sink).close();

        assertThat(closings).hasValue(1);
    }

    @Test
    void aFileThatCannotBeDeletedIsDeliveredOnce() throws Exception {
        Path file = folder.resolve("spool").resolve("0000000000000000001.profile");
        try (Outlet outlet = outlet(deliveries -> {
            writes.incrementAndGet();
            Files.delete(file);
            Files.createDirectories(file.resolve("x"));
            return List.of();
        })) {
            assertThat(outlet.drain()).isTrue();
            assertThat(outlet.finish()).isTrue();

            assertThat(writes).hasValue(1);
            assertThat(outlet.delivered()).isOne();
            assertThat(log).singleElement().asString().contains(file + " can't be deleted");
        }
    }
}
