package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {

    private static final Agent AGENT = Agent.of(
            URI.create("https://web1.example.org:9443"), "secret", Map.of("service", "größe \"x\"\n", "zone", ""));

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();

    private static Delivery delivery(int number) {
        return new Delivery(
                AGENT,
                Instant.ofEpochMilli(1_764_097_200_123L + number),
                new byte[] {'\n', (byte) number, 0},
                number == 11 ? MemoryFigures.UNKNOWN : new MemoryFigures(number, -1, 1L << 45, 0, 4, 5, 6));
    }

    private static Map<String, Delivery> oldest(Spool spool, int most) throws IOException {
        Map<String, Delivery> oldest = new TreeMap<>();
        for (String name : spool.oldest(most, Long.MAX_VALUE, Set.of())) {
            Delivery delivery = spool.read(name);
            if (delivery != null) {
                oldest.put(name, delivery);
            }
        }
        return oldest;
    }

    private Spool open(long mostBytes) throws IOException {
        return Spool.open(folder.resolve("spool"), mostBytes, log::add);
    }

    @Test
    void whatWasAddedComesBackInItsOrderAlsoAfterARestart() throws IOException {
        try (Spool spool = open(1 << 20)) {
            for (int i = 0; i < 12; i++) {
                spool.add(delivery(i));
            }
        }

        try (Spool reopened = open(1 << 20)) {
            reopened.add(delivery(12));

            assertThat(reopened.count()).isEqualTo(13);
            int number = 0;
            for (Delivery delivery : oldest(reopened, 100).values()) {
                assertThat(delivery.time()).isEqualTo(delivery(number).time());
                assertThat(delivery.pprof()).isEqualTo(delivery(number).pprof());
                assertThat(delivery.memory()).isEqualTo(delivery(number).memory());
                assertThat(delivery.agent().address()).isEqualTo(AGENT.address());
                assertThat(delivery.agent().labels()).isEqualTo(AGENT.labels());
                number++;
            }
            assertThat(number).isEqualTo(13);
            assertThat(text(folder.resolve("spool"))).doesNotContain("secret");

            reopened.remove(reopened.oldest(10, Long.MAX_VALUE, Set.of()));
            assertThat(reopened.count()).isEqualTo(3);
            reopened.remove(reopened.oldest(10, Long.MAX_VALUE, Set.of()));
            assertThat(reopened.bytes()).isZero();
            assertThat(folder.resolve("spool")).isDirectoryNotContaining("glob:**.profile*");
            assertThat(log).isEmpty();
        }
    }

    private static String text(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                text.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return text.toString();
    }

    @Test
    void isFullAtItsLimit() throws IOException {
        try (Spool spool = open(200)) {
            assertThat(spool.isFull()).isFalse();
            spool.add(delivery(1));
            spool.add(delivery(2));

            assertThat(spool.isFull()).isTrue();
        }
        try (Spool spool = open(200)) {
            assertThat(spool.isFull()).isTrue();
        }
    }

    @Test
    void aBatchIsBoundedByItsBytes() throws IOException {
        try (Spool spool = open(1 << 20)) {
            for (int i = 0; i < 5; i++) {
                spool.add(delivery(i));
            }
            long each = spool.bytes() / 5;

            assertThat(spool.oldest(100, 3 * each + 1, Set.of())).hasSize(3);
            assertThat(spool.oldest(100, 1, Set.of())).hasSize(1);
            assertThat(spool.oldest(100, 2 * each, Set.of("0000000000000000002.profile")))
                    .containsExactly("0000000000000000001.profile", "0000000000000000003.profile");
        }
    }

    @Test
    void oneCollectorHasItAtATime() throws IOException {
        try (Spool spool = open(200)) {
            spool.add(delivery(1));
            assertThatThrownBy(() -> open(200))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another collector uses the spool " + folder.resolve("spool"));
        }
        try (Spool spool = open(200)) {
            assertThat(spool.count()).isOne();
        }
    }

    @Test
    void whatCannotBeReadStays() throws IOException {
        Path file = folder.resolve("spool").resolve("0000000000000000001.profile");
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            Files.delete(file);
            Files.createDirectories(file);

            assertThatThrownBy(() -> spool.read("0000000000000000001.profile"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file + " can't be read");

            assertThat(spool.count()).isOne();
            assertThat(spool.damaged()).isZero();
        }
    }

    @Test
    void whatCannotBeDeletedComesOnce() throws IOException {
        Path file = folder.resolve("spool").resolve("0000000000000000001.profile");
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            Files.delete(file);
            Files.createDirectories(file.resolve("x"));

            spool.remove(List.of("0000000000000000001.profile"));

            assertThat(spool.oldest(10, Long.MAX_VALUE, Set.of())).isEmpty();
            assertThat(spool.bytes()).isZero();
            assertThat(log)
                    .singleElement()
                    .asString()
                    .contains(file + " can't be deleted")
                    .contains("Delete it, or the next collector delivers it again");
        }
    }

    @Test
    @Tag("fuzz")
    void damagedFilesAreNoDeliveriesAndHarmless() throws IOException {
        Random random = new Random(3);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
        }
        Path file = folder.resolve("spool").resolve("0000000000000000001.profile");
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < Integer.getInteger("fuzz.cases", 500); i++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            for (int flips = random.nextInt(4); flips > 0 && bytes.length > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bytes);

            try (Spool spool = open(1 << 20)) {
                assertThat(oldest(spool, 10).size() + spool.damaged()).isOne();
            }
        }
        Files.writeString(folder.resolve("spool").resolve("0000000000000000002.profile.part"), "half");
        Files.writeString(folder.resolve("spool").resolve("x.profile"), "{}\n");
        try (Spool spool = open(1 << 20)) {
            assertThat(oldest(spool, 10)).doesNotContainKey("x.profile");
            assertThat(log).last().asString().isEqualTo("the file x.profile of the spool is damaged, and is deleted");
            assertThat(folder.resolve("spool")).isDirectoryNotContaining("glob:**.part");
        }
    }
}
