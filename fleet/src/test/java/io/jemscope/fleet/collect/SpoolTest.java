package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.sink.Delivery;
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
                AGENT, Instant.ofEpochMilli(1_764_097_200_123L + number), new byte[] {'\n', (byte) number, 0});
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
            for (Delivery delivery : reopened.oldest(100, Long.MAX_VALUE).values()) {
                assertThat(delivery.time()).isEqualTo(delivery(number).time());
                assertThat(delivery.pprof()).isEqualTo(delivery(number).pprof());
                assertThat(delivery.agent().address()).isEqualTo(AGENT.address());
                assertThat(delivery.agent().labels()).isEqualTo(AGENT.labels());
                number++;
            }
            assertThat(number).isEqualTo(13);
            assertThat(text(folder.resolve("spool"))).doesNotContain("secret");

            reopened.remove(List.copyOf(reopened.oldest(10, Long.MAX_VALUE).keySet()));
            assertThat(reopened.count()).isEqualTo(3);
            reopened.remove(List.copyOf(reopened.oldest(10, Long.MAX_VALUE).keySet()));
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

            assertThat(spool.oldest(100, 3 * each + 1)).hasSize(3);
            assertThat(spool.oldest(100, 1)).hasSize(1);
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
    void whatCannotBeReadIsLeftAndHoldsUpNothing() throws IOException {
        open(1 << 20).close();
        Files.createDirectories(
                folder.resolve("spool").resolve("0000000000000000001.profile").resolve("x"));
        Path file = folder.resolve("spool").resolve("0000000000000000002.profile");
        Files.writeString(file, "a file when the folder is read");
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(3));
            Files.delete(file);
            Files.createDirectories(file.resolve("x"));

            assertThat(spool.oldest(10, Long.MAX_VALUE)).containsOnlyKeys("0000000000000000003.profile");

            assertThat(log).singleElement().asString().contains(file + " can't be read, and is left there");
            assertThat(spool.count()).isOne();
            assertThat(spool.damaged()).isZero();
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
                assertThat(spool.oldest(10, Long.MAX_VALUE).size() + spool.damaged())
                        .isOne();
            }
        }
        Files.writeString(folder.resolve("spool").resolve("0000000000000000002.profile.part"), "half");
        Files.writeString(folder.resolve("spool").resolve("x.profile"), "{}\n");
        try (Spool spool = open(1 << 20)) {
            assertThat(spool.oldest(10, Long.MAX_VALUE)).doesNotContainKey("x.profile");
            assertThat(log).last().asString().isEqualTo("the file x.profile of the spool is damaged, and was deleted");
            assertThat(folder.resolve("spool")).isDirectoryNotContaining("glob:**.part");
        }
    }
}
