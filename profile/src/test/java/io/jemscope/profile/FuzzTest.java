package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.jemalloc.HeapReader;
import io.jemscope.profile.jemalloc.SymbolSection;
import io.jemscope.profile.jemalloc.SymbolizedWriter;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.profile.proflog.ProfLogReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged and hostile input: every reader gives a profile or a {@link FormatException}, soon. The seeds are fixed. */
@Tag("fuzz")
class FuzzTest {

    /** Mutations of each input; the property makes them more for a long run. */
    private static final int CASES = Integer.getInteger("fuzz.cases", 4_000);

    /** Of so many cases one is written again, too: packing takes ten times as long as reading. */
    private static final int WRITTEN = 16;

    /** A hang is what this finds; a busy machine needs its time. */
    private static final Duration SOON = Duration.ofMinutes(5).plusMillis(20L * CASES);

    private static final List<String> TEXTS = List.of(
            "\n",
            "@",
            "t*:",
            "  t1: ",
            "99999999999999999999",
            "-1",
            "0x",
            "0xffffffffffffffff",
            "0x4a45ffffffffffff",
            "0x4a4d000000000001",
            "[",
            "heap_v2/1\n",
            "MAPPED_LIBRARIES:\n",
            "--- symbol\n",
            "---\n",
            "\0",
            "\r\n",
            "%warn",
            " (deleted)",
            "0: 0 [0: 0]",
            "{",
            "[[",
            "\"",
            "1e999",
            "\\u12");

    private interface Reader {

        void read(InputStream in) throws IOException;
    }

    private int used;

    /** Reads mutations of an input; returns how many were taken for good. */
    private static int fuzz(byte[] seed, long randomSeed, Reader reader) {
        SplittableRandom random = new SplittableRandom(randomSeed);
        return Assertions.assertTimeout(SOON, () -> {
            int good = 0;
            for (int i = 0; i < CASES; i++) {
                byte[] input = mutate(seed, random);
                try {
                    reader.read(new ByteArrayInputStream(input));
                    good++;
                } catch (FormatException e) {
                    assertThat(e).hasMessageContainingAll(e.what(), e.why(), e.next());
                } catch (RuntimeException | Error e) {
                    throw new AssertionError("case " + i + " of seed " + randomSeed, e);
                }
            }
            return good;
        });
    }

    private static byte[] mutate(byte[] seed, SplittableRandom random) throws IOException {
        if (random.nextInt(20) == 0) {
            byte[] garbage = new byte[random.nextInt(300)];
            random.nextBytes(garbage);
            return garbage;
        }
        byte[] input = seed;
        for (int rounds = random.nextInt(1, 5); rounds > 0; rounds--) {
            int at = random.nextInt(input.length + 1);
            int length = Math.min(random.nextInt(1, 40), input.length - at);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(input, 0, at);
            switch (random.nextInt(5)) {
                case 0 -> {
                    // The rest is cut off.
                    input = out.toByteArray();
                    continue;
                }
                case 1 -> out.write(random.nextInt(256));
                case 2 -> out.write(TEXTS.get(random.nextInt(TEXTS.size())).getBytes(StandardCharsets.UTF_8));
                case 3 -> {
                    out.write(input, at, length);
                    out.write(input, at, length);
                }
                default -> {
                    // What stood here is dropped.
                }
            }
            out.write(input, at + length, input.length - at - length);
            input = out.toByteArray();
        }
        return input;
    }

    /** A dump without most of its threads, stacks and mappings: what is left is hit the more often. */
    private static byte[] shortened(byte[] dump) {
        List<String> lines = new String(dump, StandardCharsets.UTF_8).lines().toList();
        int maps = lines.indexOf("MAPPED_LIBRARIES:");
        List<String> kept = new ArrayList<>(lines.subList(0, Math.min(24, maps)));
        kept.addAll(lines.subList(maps - 1, maps + 8));
        return (String.join("\n", kept) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void heapDumps() {
        for (String name : List.of("threads.heap_v2", "jvm.heap_v2")) {
            int good = fuzz(shortened(Dumps.resource(name)), 1, in -> use(HeapReader.read(in, SymbolSection.NONE)));

            // Where maps are damaged, that costs no figure.
            assertThat(good).isBetween(CASES / 20, CASES - CASES / 20);
        }
    }

    @Test
    void symbolizedHeapDumps() {
        String dump = Golden.text(out -> SymbolizedWriter.write(Fixtures.everyKindOfFrame(), out));

        int good = fuzz(dump.getBytes(StandardCharsets.UTF_8), 5, in -> use(HeapReader.read(in, SymbolSection.NONE)));

        assertThat(good).isBetween(CASES / 20, CASES - CASES / 20);
    }

    @Test
    void olderHeapDumps() {
        String dump = """
                %warn old
                --- symbol
                binary=/bin/a
                0x1 one--two
                ---
                --- heap
                heap profile:   7:  9000 [  9:  12000] @ heap/524288
                     3:     6000 [     3:     6000] @ 0x7f0000001010 0x7f0000002020
                     4:     3000 [     6:     6000] @ 0x1 0x4a45000000000000

                MAPPED_LIBRARIES:
                7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174  /lib/a.so
                """;
        fuzz(dump.getBytes(StandardCharsets.UTF_8), 2, in -> use(HeapReader.read(in, SymbolSection.NONE)));
    }

    @Test
    void flatHeapDumps() {
        for (String header : List.of("heapprofile", "heap_v2/524288", "heap", "growthz")) {
            String dump = "heap profile: 7: 9000 [ 9: 12000] @ " + header + "\n"
                    + "  3: 6000 [ 3: 6000] @ 0x7f0000001010 0x7f0000002020\n# comment\n"
                    + "#\t0x7f000000100f\tmain.fill+0x3a\t\t/src/main.go:14\n"
                    + "--- Memory map:\n  build=/src\n  7f0000002000-7f0000003000: $build/liba.so\n"
                    + "0x7f0000003000 0x7f0000004000 26 0 0xf r-x 75 33 0x1004 COW NC vnode /lib/b.so NCH -1\n";
            fuzz(dump.getBytes(StandardCharsets.UTF_8), 7, in -> use(HeapReader.read(in, SymbolSection.NONE)));
        }
    }

    @Test
    void logs() {
        String log = "{\"info\":{\"duration\":1500000000,\"version\":\"5.3.0\",\"lg_sample_rate\":19,\"pid\":4711},"
                + "\"threads\":[{\"thr_uid\":0,\"thr_name\":\"main\"}],"
                + "\"stack_traces\":[[\"0x7f0000001010\",\"0x4a45000000000000\"],[\"0x7f0000003030\"]],"
                + "\"allocations\":[{\"alloc_thread\":0,\"free_thread\":0,\"alloc_trace\":0,\"free_trace\":1,"
                + "\"alloc_timestamp\":5,\"free_timestamp\":9,\"usize\":64}]}";

        int good = fuzz(log.getBytes(StandardCharsets.UTF_8), 8, in -> use(ProfLogReader.read(in, SymbolSection.NONE)));

        assertThat(good).isBetween(CASES / 100, CASES - CASES / 20);
    }

    @Test
    void symbolSections() {
        String section = """
                --- symbol
                binary=/opt/jdk/bin/java
                # jemscope: 1
                # command: java \\\\ \\n x
                0x4a45000000000012 java.util.zip.Inflater.initIDs(Inflater.java:123)
                0x4a45000000000013 plugin@1b2c3d/com.example.Foo.bar(Foo.java:45)
                0x4a45000000000016 [lost: class unloaded before its name was taken]
                0x401233 inner--operator----main
                ---
                """;
        fuzz(section.getBytes(StandardCharsets.UTF_8), 3, in -> {
            SymbolSection names = SymbolSection.read(in);
            names.frames(0x4a45000000000013L);
            names.frames(0x401234);
        });
    }

    @Test
    void pprofPlain() throws IOException {
        byte[] packed = pprof(Fixtures.everyKindOfFrame());
        byte[] plain = new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();

        fuzz(plain, 4, in -> use(PprofReader.read(in)));
    }

    @Test
    void pprofPacked() throws IOException {
        fuzz(pprof(Fixtures.random(3, 40)), 5, in -> use(PprofReader.read(in)));
    }

    @Test
    void pprofWithNumbersChanged() throws IOException {
        byte[] plain = new GZIPInputStream(new ByteArrayInputStream(pprof(Fixtures.everyKindOfFrame()))).readAllBytes();
        SplittableRandom random = new SplittableRandom(6);
        int good = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] input = plain.clone();
            input[random.nextInt(input.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                use(PprofReader.read(new ByteArrayInputStream(input)));
                good++;
            } catch (FormatException e) {
                assertThat(e).hasMessageContaining("pprof");
            }
        }
        assertThat(good).isPositive();
    }

    /** Goes through all that the reader made, and now and then through what the writer makes of it. */
    private void use(Profile profile) throws IOException {
        boolean mayBeNegative =
                profile.metadata().get(ProfileMetadata.DIFFERENCE).isPresent();
        assertThat(profile.live().bytes()).isFinite();
        assertThat(profile.accumulated().objects()).isFinite();
        assertThat(mayBeNegative || profile.live().bytes() >= 0).isTrue();
        assertThat(mayBeNegative || profile.accumulated().objects() >= 0).isTrue();
        for (Sample sample : profile.samples()) {
            assertThat(sample.stack()).doesNotContainNull();
        }
        if (used++ % WRITTEN == 0) {
            pprof(profile);
        }
    }

    private static byte[] pprof(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(profile, out);
        return out.toByteArray();
    }
}
