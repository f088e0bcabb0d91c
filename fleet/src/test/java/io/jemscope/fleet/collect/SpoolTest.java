package io.jemscope.fleet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.IOException;
import java.io.RandomAccessFile;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static String name(int number) {
        return "000000000000000000" + number + ".profile";
    }

    private Path file(int number) {
        return folder.resolve("spool").resolve(name(number));
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
            assertThat(spool.oldest(100, 2 * each, Set.of(name(2)))).containsExactly(name(1), name(3));
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

    /** The first file, which is the only one. */
    private void assertStaysUnread(Spool spool) {
        assertThatThrownBy(() -> spool.read(name(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file(1) + " can't be read");
        assertThat(spool.count()).isOne();
    }

    @Test
    void whatCannotBeReadStays() throws IOException {
        Path file = file(1);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            Files.delete(file);
            Files.createDirectories(file);

            assertStaysUnread(spool);
            assertThat(spool.damaged()).isZero();
        }
    }

    @Test
    void whatCannotBeDeletedComesOnce() throws IOException {
        Path file = file(1);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            Files.delete(file);
            Files.createDirectories(file.resolve("x"));

            spool.remove(List.of(name(1)));

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
        Path file = file(1);
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
        Files.writeString(folder.resolve("spool").resolve(name(2) + ".part"), "half");
        Files.writeString(folder.resolve("spool").resolve("x.profile"), "{}\n");
        try (Spool spool = open(1 << 20)) {
            assertThat(oldest(spool, 10)).doesNotContainKey("x.profile");
            assertThat(log)
                    .last()
                    .asString()
                    .isEqualTo(
                            "the file " + folder.resolve("spool").resolve("x.profile")
                                    + " is damaged, and is deleted: its first line isn't JSON with the address, the time and the labels of a profile");
            assertThat(folder.resolve("spool")).isDirectoryNotContaining("glob:**.part");
        }
    }

    /** Such a head holds up none of the others, and its file doesn't come again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "[{'address': 'http://a:1', 'timeMillis': 1, 'labels': {}}]",
                "7",
                "'text'",
                "{}",
                "{'timeMillis': 1, 'labels': {}}",
                "{'address': null, 'timeMillis': 1, 'labels': {}}",
                "{'address': 5, 'timeMillis': 1, 'labels': {}}",
                "{'address': ['http://a:1'], 'timeMillis': 1, 'labels': {}}",
                "{'address': {}, 'timeMillis': 1, 'labels': {}}",
                "{'address': '', 'timeMillis': 1, 'labels': {}}",
                "{'address': 'http://a b', 'timeMillis': 1, 'labels': {}}",
                "{'address': 'http://a:1', 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': null, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': [1, 2], 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': {}, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': true, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': 1.5, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': -1, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': 9223372036855, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': 99999999999999999999, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': 1e2147483647, 'labels': {}}",
                "{'address': 'http://a:1', 'timeMillis': 1}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': null}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': []}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': 'shop'}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {'service': null}}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {'service': 7}}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {'service': ['shop']}}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {'service': {}}}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {}, 'memory': {'heldBytes': 'much'}}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {}, 'memory': {'heldBytes': 1e400}}",
                "{'address': 'http://a:1', 'timeMillis': 1, 'labels': {}} {}",
            })
    void aFileWithAnotherHeadIsDeleted(String head) throws IOException {
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            spool.add(delivery(2));
            spool.add(delivery(3));
            Path file = file(2);
            Files.writeString(file, head.replace('\'', '"') + "\nprofile");

            assertThat(oldest(spool, 10)).containsOnlyKeys(name(1), name(3));

            assertThat(spool.damaged()).isOne();
            assertThat(spool.count()).isEqualTo(2);
            assertThat(file).doesNotExist();
            assertThat(log).singleElement().asString().startsWith("the file " + file + " is damaged, and is deleted: ");
        }
    }

    @Test
    void figuresOfMemoryMayBeMissing() throws IOException {
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            for (String memory : List.of("null", "[]", "7", "{}", "{\"heldBytes\": null, \"heapBytes\": -9}")) {
                Files.writeString(
                        file(1),
                        "{\"address\": \"http://a:1\", \"timeMillis\": 1, \"labels\": {}, \"memory\": " + memory
                                + "}\n");

                assertThat(oldest(spool, 1).values())
                        .as(memory)
                        .singleElement()
                        .extracting(Delivery::memory)
                        .isEqualTo(MemoryFigures.UNKNOWN);
            }
        }
    }

    /** A profile that is cut behind a whole head is the sink's to refuse. */
    @Test
    void aFileThatWasCutHasItsWholeHeadOrNone() throws IOException {
        Path file = file(1);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
        }
        byte[] whole = Files.readAllBytes(file);
        int head = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n');
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            try (Spool spool = open(1 << 20)) {
                assertThat(oldest(spool, 10)).as("%s bytes", length).hasSize(length < head ? 0 : 1);
                assertThat(spool.damaged()).isEqualTo(length < head ? 1 : 0);
            }
        }
    }

    /** It has more bytes than an array can have; it takes no space on the disk. */
    @Test
    void aFileThatIsTooLargeStays() throws IOException {
        Path file = file(1);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(3L << 30);
            }

            assertStaysUnread(spool);
        }
    }

    @Test
    void aFileThatIsGoneIsCounted() throws IOException {
        Path file = file(1);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            Files.delete(file);

            assertThat(oldest(spool, 10)).isEmpty();

            assertThat(spool.damaged()).isOne();
            assertThat(spool.count()).isZero();
            assertThat(log).containsExactly("the file " + file + " was deleted before its profile was delivered");
        }
    }

    /** Odd values at odd places of a head. */
    @Test
    @Tag("fuzz")
    void noHeadHoldsUpTheOthers() throws IOException {
        Random random = new Random(5);
        List<String> values = List.of(
                "null",
                "true",
                "[]",
                "{}",
                "7",
                "-1",
                "1e400",
                "1e-400",
                "9223372036854775808",
                "\"x\"",
                "\"\"",
                "[[[",
                "{\"labels\":{}}",
                "NaN",
                "");
        Path file = file(1);
        try (Spool spool = open(1 << 20)) {
            spool.add(delivery(1));
            spool.add(delivery(2));
        }
        byte[] whole = Files.readAllBytes(file);
        String head = new String(whole, StandardCharsets.UTF_8).split("\n", 2)[0];
        // What stands between two of these is replaced.
        String[] parts = head.split("(?<=[:,{}])|(?=[:,{}])");
        int read = 0;
        int cases = Integer.getInteger("fuzz.cases", 500);
        for (int i = 0; i < cases; i++) {
            String[] odd = parts.clone();
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                odd[random.nextInt(odd.length)] = values.get(random.nextInt(values.size()));
            }
            Files.writeString(file, String.join("", odd) + "\n");

            try (Spool spool = open(1 << 20)) {
                int others = oldest(spool, 10).size();
                assertThat(others + spool.damaged()).as(String.join("", odd)).isEqualTo(2);
                read += others - 1;
            }
        }
        assertThat(read).isBetween(1, cases - 1);
    }
}
