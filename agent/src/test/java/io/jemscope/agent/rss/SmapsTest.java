package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmapsTest {

    private static final int ROUNDS = 2_000;

    @Test
    void readsAMapping() throws IOException {
        List<MemoryMapping> mappings = read("""
                7f00c0de0000-7f00c0df0000 rw-s 00001000 fd:01 4711                       /a folder/a file.so (deleted)
                Size:                 64 kB
                Rss:                  60 kB
                Pss:                  20 kB
                Pss_Dirty:             7 kB
                AnonHugePages:         2 kB
                Shared_Hugetlb:     2048 kB
                Private_Hugetlb:    4096 kB
                Swap:                  4 kB
                SwapPss:               1 kB
                VmFlags: rd wr sh mr mw me ms ac nr
                """);

        assertThat(mappings)
                .containsExactly(new MemoryMapping(
                        0x7f00c0de0000L,
                        0x7f00c0df0000L,
                        MemoryMapping.READ | MemoryMapping.WRITE | MemoryMapping.SHARED,
                        "/a folder/a file.so (deleted)",
                        60 << 10,
                        20 << 10,
                        4 << 10,
                        6144 << 10,
                        2 << 10,
                        MemoryMapping.UNRESERVED));
    }

    @Test
    void readsTheKernelsOwnPageAtTheTopOfTheAddresses() throws IOException {
        List<MemoryMapping> mappings =
                read("ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]\n");

        assertThat(mappings).singleElement().satisfies(mapping -> {
            assertThat(mapping.bytes()).isEqualTo(4096);
            assertThat(mapping.name()).isEqualTo("[vsyscall]");
            assertThat(mapping.access()).isEqualTo(MemoryMapping.EXECUTE);
            assertThat(mapping.is(MemoryMapping.UNRESERVED)).isFalse();
        });
    }

    @ParameterizedTest
    @EnumSource
    void readsAllThatARealJvmHas(RecordedJvm jvm) throws IOException {
        String text = new String(jvm.smaps(), StandardCharsets.UTF_8);
        List<MemoryMapping> mappings = jvm.mappings();

        assertThat(mappings)
                .hasSameSizeAs(
                        text.lines().filter(line -> line.startsWith("VmFlags:")).toList());
        assertThat(mappings.stream().mapToLong(MemoryMapping::residentBytes).sum())
                .isEqualTo(sum(text, "Rss"));
        assertThat(mappings.stream().mapToLong(MemoryMapping::proportionalBytes).sum())
                .isEqualTo(sum(text, "Pss"));
        assertThat(mappings.stream().mapToLong(MemoryMapping::bytes).sum()).isEqualTo(sum(text, "Size"));
        assertThat(mappings.stream().filter(mapping -> mapping.is(MemoryMapping.UNRESERVED)))
                .isNotEmpty()
                .hasSameSizeAs(text.lines()
                        .filter(line -> line.startsWith("VmFlags:") && line.contains(" nr"))
                        .toList());
    }

    @Test
    void readsNumbersThatNoMachineHasAsVeryMuch() throws IOException {
        List<MemoryMapping> mappings = read("""
                1000-2000 rw-p 00000000 00:00 0
                Rss:                  99999999999999999999999999 kB
                Private_Hugetlb:      18446744073709551615 kB
                Shared_Hugetlb:       18446744073709551615 kB
                Swap:                 -1 kB
                Pss:                  much
                """);

        assertThat(mappings).singleElement().satisfies(mapping -> {
            assertThat(mapping.residentBytes()).isEqualTo(Sums.MOST);
            assertThat(mapping.hugetlbBytes()).isEqualTo(Sums.MOST);
            assertThat(mapping.swappedBytes()).isZero();
            assertThat(mapping.proportionalBytes()).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "Rss: 4 kB\n",
                "no mapping at all\n",
                "2000-1000 rw-p 00000000 00:00 0\nRss: 4 kB\n",
                "1000-1000 rw-p 00000000 00:00 0\n",
                "1000 rw-p\n",
                "1000-2000\n",
                "1000-2000 rw"
            })
    void whatIsNoMappingIsPassedOver(String text) throws IOException {
        assertThat(read(text)).isEmpty();
    }

    @Test
    void aLineWithoutAnEndIsCut() throws IOException {
        List<MemoryMapping> mappings =
                read("1000-2000 rw-p 00000000 00:00 0 /" + "x".repeat(1 << 20) + "\nRss: 4 kB\n");

        assertThat(mappings).singleElement().satisfies(mapping -> {
            assertThat(mapping.name()).hasSizeBetween(4096, 8192);
            assertThat(mapping.residentBytes()).isEqualTo(4096);
        });
    }

    @Test
    void leavesWhereTheSinkHasEnough() throws IOException {
        List<MemoryMapping> taken = new ArrayList<>();
        boolean whole = Smaps.read(new ByteArrayInputStream(RecordedJvm.JDK_17_G1.smaps()), mapping -> {
            taken.add(mapping);
            return taken.size() < 10;
        });

        assertThat(whole).isFalse();
        assertThat(taken).hasSize(10);
    }

    @Test
    void readsAlikeHoweverTheTextComesInPieces() throws IOException {
        byte[] text = RecordedJvm.JDK_25_ZGC.smaps();
        Random random = new Random(7);
        List<MemoryMapping> mappings = new ArrayList<>();
        Smaps.read(
                new ByteArrayInputStream(text) {
                    @Override
                    public synchronized int read(byte[] into, int from, int most) {
                        return super.read(into, from, Math.min(most, 1 + random.nextInt(50)));
                    }
                },
                mappings::add);

        assertThat(mappings).isEqualTo(RecordedJvm.JDK_25_ZGC.mappings());
    }

    @Test
    void survivesWhateverItIsGiven() throws IOException {
        Random random = new Random(4711);
        byte[] real = Arrays.copyOf(RecordedJvm.JDK_17_G1.smaps(), 20_000);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] text = real.clone();
            switch (random.nextInt(4)) {
                case 0 -> random.nextBytes(text);
                case 1 -> text = Arrays.copyOf(text, random.nextInt(text.length));
                case 2 -> scatter(text, random);
                default -> digits(text, random);
            }
            MappingSums sums = new MappingSums();
            Smaps.Sink sorter = new MappingSorter(
                    RecordedJvm.JDK_17_G1.layout().heap(), AddressRange.NONE, new ArenaHeaps(null), sums, 1_000);
            Smaps.read(new ByteArrayInputStream(text), mapping -> {
                assertThat(Long.compareUnsigned(mapping.start(), mapping.end())).isNegative();
                assertThat(mapping.residentBytes()).isBetween(0L, Sums.MOST);
                assertThat(mapping.hugetlbBytes()).isBetween(0L, Sums.MOST);
                return sorter.take(mapping);
            });
            assertThat(sums.proportionalBytes()).isBetween(0L, Sums.MOST);
        }
    }

    private static void scatter(byte[] text, Random random) {
        for (int i = 0; i < 200; i++) {
            text[random.nextInt(text.length)] = (byte) random.nextInt(256);
        }
    }

    /** Every digit another: sizes and addresses without measure or order. */
    private static void digits(byte[] text, Random random) {
        for (int i = 0; i < text.length; i++) {
            boolean isDigit = text[i] >= '0' && text[i] <= '9';
            if (isDigit || (text[i] == ' ' && random.nextInt(3) == 0)) {
                text[i] = (byte) ('0' + random.nextInt(10));
            }
        }
    }

    private static long sum(String text, String field) {
        return Pattern.compile("(?m)^" + field + ": +(\\d+) kB$")
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .mapToLong(kilobytes -> Long.parseLong(kilobytes) << 10)
                .sum();
    }

    private static List<MemoryMapping> read(String text) throws IOException {
        List<MemoryMapping> mappings = new ArrayList<>();
        try (InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
            assertThat(Smaps.read(in, mappings::add)).isTrue();
        }
        return mappings;
    }
}
