package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Dumps;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeapReaderTest {

    private static final SampleRate RATE = new SampleRate(524_288);

    private static final String ONE_STACK = """
            heap_v2/524288
              t*: 3: 6000 [0: 0]
              t1: 1: 2000 [0: 0] main
              t2: 2: 4000 [0: 0]
            @ 0x7f0000001010 0x7f0000002020
              t*: 3: 6000 [0: 0]
              t1: 1: 2000 [0: 0]
              t2: 2: 4000 [0: 0]
            """;

    @Test
    void scalesAndSumsAsAnIndependentReaderDoes() throws IOException {
        // Seven stacks with the figures of ClickHouse's own test of its reader, gtest_jemalloc_profile_source.cpp,
        // which expects these totals within 1 a stack.
        long[][] stacks = {{1, 5_121}, {25, 128_032}, {1, 128}, {3, 247_015}, {2, 164_677}, {129, 10_621_636}, {1, 128}
        };
        StringBuilder dump = new StringBuilder("heap_v2/524288\n  t*: 162: 11166737 [0: 0]\n");
        for (int i = 0; i < stacks.length; i++) {
            String figures = stacks[i][0] + ": " + stacks[i][1] + " [0: 0]\n";
            dump.append("@ 0x10 0x").append(20 + i).append("\n  t*: ").append(figures);
            dump.append("  t").append(i).append(": ").append(figures);
        }

        Amount live = Dumps.read(dump.toString()).live();

        assertThat(live.bytes()).isCloseTo(90_662_471, within(7.0));
        assertThat(live.objects()).isCloseTo(11_792, within(7.0));
    }

    @Test
    void givesEachThreadItsShare() throws IOException {
        Profile profile = Dumps.read(ONE_STACK);

        assertThat(profile.rate()).isEqualTo(RATE);
        assertThat(profile.samples()).hasSize(2);
        Sample main = profile.samples().get(0);
        Sample unnamed = profile.samples().get(1);
        assertThat(main.labels()).containsEntry(Sample.THREAD, "main").containsEntry(Sample.KIND, "native");
        assertThat(unnamed.labels()).containsEntry(Sample.THREAD, "thread 2");
        assertThat(unnamed.live().bytes()).isCloseTo(2 * main.live().bytes(), within(1.0));
        assertThat(unnamed.stack()).isEqualTo(main.stack());
        assertThat(main.stack()).extracting("address").containsExactly(0x7f0000001010L, 0x7f0000002020L);
    }

    @Test
    void stretchesTheSharesToTheStacksTotal() throws IOException {
        Profile profile = Dumps.read("""
                heap_v2/524288
                  t*: 11: 10001000 [0: 0]
                @ 0x1
                  t*: 11: 10001000 [0: 0]
                  t1: 10: 1000 [0: 0]
                  t2: 1: 10000000 [0: 0]
                """);

        Amount total = RATE.scale(11, 10_001_000);
        assertThat(profile.live().bytes()).isCloseTo(total.bytes(), within(1e-3));
        assertThat(profile.live().objects()).isCloseTo(total.objects(), within(1e-6));
        assertThat(profile.samples()).hasSize(2);
    }

    @Test
    void noticesADumpThatEndsBeforeItsMappings() throws IOException {
        String stacks = "heap_v2/524288\n  t*: 1: 10 [0: 0]\n@ 0x1\n  t*: 1: 10 [0: 0]\n";

        assertThat(Dumps.read(stacks).metadata().get(ProfileMetadata.MAPS)).hasValue(ProfileMetadata.MISSING);
        assertThat(Dumps.read(stacks + "\nMAPPED_LIBRARIES:\n").metadata().get(ProfileMetadata.MAPS))
                .isEmpty();
    }

    @Test
    void leavesWhatNoThreadsLineHasWithoutThread() throws IOException {
        Profile profile = Dumps.read("""
                heap_v2/1
                  t*: 10: 1000 [0: 0]
                @ 0x1
                  t*: 10: 1000 [0: 0]
                  t1: 1: 100 [0: 0]
                @ 0x2
                  t*: 1: 7 [0: 0]
                """);

        assertThat(profile.samples())
                .extracting(Sample::live)
                .containsExactly(new Amount(1, 100), new Amount(9, 900), new Amount(1, 7));
        assertThat(profile.samples())
                .extracting(sample -> sample.labels().get(Sample.THREAD))
                .containsExactly("thread 1", null, null);
    }

    @Test
    void readsAccumulatedFiguresOfFreedMemory() throws IOException {
        Profile profile = Dumps.read("""
                heap_v2/524288
                  t*: 0: 0 [5: 5000]
                  t1: 0: 0 [5: 5000]
                @ 0x1 0x2
                  t*: 0: 0 [5: 5000]
                  t1: 0: 0 [5: 5000]
                """);

        assertThat(profile.live()).isEqualTo(Amount.NONE);
        assertThat(profile.accumulated()).isEqualTo(RATE.scale(5, 5_000));
        assertThat(profile.metadata().count("header.accumulated.objects"))
                .hasValue(Math.round(RATE.scale(5, 5_000).objects()));
    }

    @Test
    void keepsTheHeadersTotalForComparison() throws IOException {
        Profile profile = Dumps.read(ONE_STACK);

        assertThat(profile.metadata().count("rate")).hasValue(524_288);
        assertThat(profile.metadata().count("header.bytes"))
                .hasValue(Math.round(RATE.scale(3, 6_000).bytes()));
        assertThat(profile.metadata().count("header.objects"))
                .hasValue(Math.round(RATE.scale(3, 6_000).objects()));
        assertThat(profile.metadata().get("header.accumulated.bytes")).isEmpty();
    }

    @Test
    void readsMappingsOfLinux() throws IOException {
        Profile profile = Dumps.read(ONE_STACK + """

                MAPPED_LIBRARIES:
                7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174                    /tmp/a name with blanks.so (deleted)
                7f0000001000-7f0000002000 rw-p 00000000 00:00 0
                7fff00000000-7fff00001000 r-xp 00000000 00:00 0                          [vdso]
                """);

        assertThat(profile.mappings()).extracting("file").containsExactly(null, "/tmp/a name with blanks.so", "[vdso]");
        var stack = profile.samples().get(0).stack();
        assertThat(stack.get(0).mapping()).isSameAs(profile.mappings().get(0));
        assertThat(stack.get(1).mapping()).isSameAs(profile.mappings().get(1));
        assertThat(profile.mappings().get(1).deleted()).isTrue();
        assertThat(profile.mappings().get(1).fileOffset()).isEqualTo(0x1000);
        assertThat(stack.get(0).frames()).isEmpty();
    }

    @Test
    void readsMappingsOfOtherSystems() throws IOException {
        Profile profile = Dumps.read(ONE_STACK + """
                MAPPED_LIBRARIES:
                00007f0000001000-00007f0000002000: /usr/lib/lib System.dylib
                0x7f0000002000 0x7f0000003000 26 0 0xfffff800035a0000 r-x 75 33 0x1004 COW NC vnode /libexec/ld-elf.so.1 NCH -1
                0x7f0000003000 0x7f0000004000 26 0 0xfffff800035a0000 rw- 75 33 0x1004 COW NC default - NCH -1
                0x7f0000005000 0x7f0000006000 26 0 0xfffff800035a0000 r-x 75 33 0x1004 COW NC vnode /opt/a b.so CH 1001
                no mapping at all
                """);

        assertThat(profile.mappings())
                .extracting("file")
                .containsExactly("/usr/lib/lib System.dylib", "/libexec/ld-elf.so.1", null, "/opt/a b.so");
    }

    @Test
    void toleratesWhatMayStandAroundADump() throws IOException {
        Profile plain = Dumps.read(ONE_STACK);

        String wrapped = "--- symbol\nbinary=/bin/x\n0x00007f000000100f outer--inner\n---\n--- heap\n"
                + "%warn something is odd\n%other\n"
                + "<jemalloc>: Leak approximation summary: ~1 byte, ~1 object, >= 1 context\n\n"
                + ONE_STACK;
        Profile profile = Dumps.read(wrapped.replace("\n", "\r\n"));

        assertThat(profile.live()).isEqualTo(plain.live());
        assertThat(profile.metadata().get("warning")).hasValue("something is odd");
        assertThat(profile.metadata().get("binary")).hasValue("/bin/x");
        assertThat(profile.samples().get(0).labels()).containsEntry(Sample.THREAD, "main");
        assertThat(profile.samples().get(0).stack().get(0).frames())
                .containsExactly(
                        new NativeFrame("inner", "inner", null, null), new NativeFrame("outer", "outer", null, null));
    }

    @Test
    void readsTheOlderFormOfTheSameScaling() throws IOException {
        Profile profile = Dumps.read("""
                heap profile:      3:     6000 [     3:     6000] @ heap_v2/524288
                     3:     6000 [     3:     6000] @ 0x7f0000001010 0x7f0000002020

                MAPPED_LIBRARIES:
                7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174  /lib/a.so
                """);

        assertThat(profile.rate()).isEqualTo(RATE);
        assertThat(profile.live()).isEqualTo(RATE.scale(3, 6_000));
        // The figures in brackets repeat those before where jemalloc doesn't count what was freed.
        assertThat(profile.accumulated().isNone()).isTrue();
        assertThat(profile.mappings()).hasSize(1);
        assertThat(profile.samples().get(0).labels()).doesNotContainKey(Sample.THREAD);
    }

    @Test
    void scalesTheOlderFormAsPprofDoes() throws IOException {
        Profile profile = Dumps.read("""
                heap profile: 3: 2006000 [0: 0] @ heap/524288
                2: 6000 [0: 0] @ 0x1
                1: 2000000 [0: 0] @ 0x2
                """);

        SampleRate half = new SampleRate(262_144);
        assertThat(profile.rate()).isEqualTo(half);
        assertThat(profile.samples().get(0).live()).isEqualTo(half.scale(2, 6_000));
        assertThat(profile.samples().get(1).live()).isEqualTo(half.scale(1, 2_000_000));
    }

    /** Go ends its text with statistics of its own and never lists mappings. */
    @Test
    void aWholeTextOfGoHasNoMapsToMiss() throws IOException {
        String stacks = """
                heap profile: 2: 8000 [3: 9000] @ heap/1048576
                1: 4000 [1: 4000] @ 0x10 0x20
                1: 4000 [2: 5000] @ 0x10 0x30
                """;

        assertThat(Dumps.read(stacks + "\n# runtime.MemStats\n# Alloc = 8000\n")
                        .metadata()
                        .get(ProfileMetadata.MAPS))
                .isEmpty();
        assertThat(Dumps.read(stacks).metadata().get(ProfileMetadata.MAPS)).hasValue(ProfileMetadata.MISSING);
    }

    @Test
    void skipsCommentsThatBeginWithNoAddress() throws IOException {
        for (String comment : List.of(
                "0", "0 goroutines", "0x", "0xyz", "0x1234x main.main", "0x123456789abcdef01 main.main", "00 00")) {
            Profile profile = Dumps.read("heap profile: 1: 4000 [1: 4000] @ heap/2\n1: 4000 [1: 4000] @ 0x10 0x20\n# "
                    + comment + "\n#\t0x1f\tmain.main+0x3\n");

            assertThat(profile.locations())
                    .as(comment)
                    .extracting(Location::frames)
                    .containsExactly(List.of(), List.of(new NativeFrame("main.main", "main.main", null, null)));
        }
    }

    @Test
    void readsGrowthAsItStands() throws IOException {
        for (String type : List.of("growthz", "growth", "fragmentationz")) {
            Profile profile = Dumps.read("heap profile: 2: 4194304 [2: 4194304] @ " + type + "\n"
                    + "  1: 2097152 [1: 2097152] @ 0xb83003 0xb87d50\n  1: 2097152 [1: 2097152] @ 0xb83003\n");

            assertThat(profile.rate()).isEqualTo(SampleRate.EVERY_ALLOCATION);
            assertThat(profile.live()).isEqualTo(new Amount(2, 4_194_304));
            assertThat(profile.accumulated().isNone()).isTrue();
            assertThat(profile.metadata().get(ProfileMetadata.FIGURES))
                    .hasValueSatisfying(
                            words -> assertThat(words).contains(type.startsWith("g") ? "growth" : "fragmentation"));
        }
    }

    @Test
    void takesNamesFromGosComments() throws IOException {
        // 0x40d7ce is the runtime's allocator and 0x461181 its goexit, which Go leaves out; 0x4b4e5b calls itself, and
        // has
        // main.put inlined.
        Profile profile = Dumps.read("""
                heap profile: 2: 8000 [3: 9000] @ heap/1048576
                2: 8000 [3: 9000] @ 0x40d7ce 0x4b4e5b 0x4b4e5b 0x4b5178 0x437452 0x461181
                #	0x4b4e5a	main.(*M).put+0x3a	/src/main.go:14
                #	0x4b4e5a	main.fill+0x3a	/src/main.go:24
                #	0x4b4e5a	main.(*M).put+0x3a	/src/main.go:14
                #	0x4b4e5a	main.fill+0x3a	/src/main.go:24
                #	0x4b5177	main.main+0x237		/src/main.go:18
                #	0x437451	runtime.main+0x211	/usr/lib/go/proc.go:250

                # runtime.MemStats
                # Alloc = 8000
                """);

        assertThat(profile.samples().get(0).stack())
                .extracting(
                        location -> location.frames().stream().map(Frame::label).toList())
                .containsExactly(
                        List.of("main.(*M).put", "main.fill"),
                        List.of("main.(*M).put", "main.fill"),
                        List.of("main.main"),
                        List.of("runtime.main"));
        assertThat(profile.locations().get(1).frames())
                .contains(new NativeFrame("main.fill", "main.fill", null, new SourceLine("/src/main.go", 24)));
    }

    @Test
    void takesNamesFromCommentsOfOlderGo() throws IOException {
        // Up to Go 1.6 comments have return addresses, as stacks do.
        Profile profile = Dumps.read("""
                heap profile: 2: 8000 [3: 9000] @ heap/2
                1: 4000 [1: 4000] @ 0x10 0x20
                #	0x20	main.main+0x3	/src/main.go:1
                1: 4000 [2: 5000] @ 0x10 0x30
                """);

        assertThat(profile.samples().get(0).stack())
                .extracting(Location::frames)
                .containsExactly(
                        List.of(new NativeFrame("main.main", "main.main", null, new SourceLine("/src/main.go", 1))));
        assertThat(profile.samples().get(1).stack()).hasSize(2);
    }

    @Test
    void scalesNothingWhereEverythingWasCounted() throws IOException {
        Profile profile = Dumps.read("""
                heap profile: 2: 6000 [4: 9000] @ heapprofile
                2: 6000 [4: 9000] @ 0x1 0x2
                --- Memory map:
                  build=/src
                  7f0000002000-7f0000003000: $build/liba.so
                """);

        assertThat(profile.rate()).isEqualTo(SampleRate.EVERY_ALLOCATION);
        assertThat(profile.mappings()).extracting("file").containsExactly("/src/liba.so");
        assertThat(profile.live()).isEqualTo(new Amount(2, 6_000));
        assertThat(profile.accumulated()).isEqualTo(new Amount(4, 9_000));
    }

    @Test
    void namesJavaFramesFromTheFileBesideTheDump() throws IOException {
        Profile profile = Dumps.read("""
                heap_v2/1
                  t*: 1: 64 [0: 0]
                @ 0x7f0000001010 0x4a45000000000000 0x4a45000000000001 0x4a45000000000002 0x4a4d000000000001
                  t*: 1: 64 [0: 0]
                  t1: 1: 64 [0: 0]
                """, """
                --- symbol
                binary=/opt/jdk/bin/java
                # jemscope: 1
                # command: java -jar two\\nlines \\\\ and more
                0x4a45000000000000 java.util.zip.Inflater.init(Native Method)
                0x4a45000000000001 plugin@1b2c3d/com.example.Foo.bar(Foo.java:45)
                ---
                """);

        Sample sample = profile.samples().get(0);
        assertThat(sample.labels()).containsEntry(Sample.KIND, "java");
        assertThat(sample.stack())
                .extracting(location -> location.frames())
                .containsExactly(
                        List.of(),
                        List.of(new JavaFrame(null, "java.util.zip.Inflater", "init", null, true)),
                        List.of(new JavaFrame(
                                "plugin@1b2c3d", "com.example.Foo", "bar", new SourceLine("Foo.java", 45), false)),
                        List.of(MarkerFrame.NAME_LOST),
                        List.of(MarkerFrame.CUT));
        assertThat(profile.metadata().get("command")).hasValue("java -jar two\nlines \\ and more");
    }

    @Test
    void saysWhereADumpIsDamaged() {
        assertThatThrownBy(() -> Dumps.read(ONE_STACK.replace("t2: 2: 4000 [0: 0]\n@", "t2: 2: x\n@")))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 4")
                .hasMessageContaining("there should be a number at column 10")
                .hasMessageEndingWith("or take a new dump.");
    }

    @Test
    void refusesWhatIsNoDump() {
        for (String text : List.of(
                "",
                "\n\n",
                "heap_v2",
                "heap_v2/0\n",
                "heap_v2/x\n",
                "heap_v2/99999999999999999999\n",
                "heap_v2/524288",
                "heap profile: 1: 2 [3: 4] @ contentionz\n",
                "heap profile: 1: 2\n",
                "hello\n",
                "--- symbol\n0x1 a\n",
                "--- symbol\n---\n")) {
            assertThatThrownBy(() -> Dumps.read(text)).as(text).isInstanceOf(FormatException.class);
        }
    }

    /** A real dump's figures are unbiased; older ones add up as they stand. */
    @Test
    void refusesADumpThatWasCutShort() throws IOException {
        String real = new String(Dumps.resource("threads.heap_v2"), StandardCharsets.UTF_8);
        String biased = """
                heap_v2/524288
                  t*: 4: 1048640 [0: 0]
                @ 0x1
                  t*: 1: 64 [0: 0]
                @ 0x2
                  t*: 1: 524288 [0: 0]
                @ 0x3
                  t*: 2: 524288 [0: 0]

                MAPPED_LIBRARIES:
                7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174  /lib/a.so
                """;
        String flat = """
                heap profile: 2: 600 [3: 700] @ heapprofile
                  1: 100 [2: 200] @ 0x10 0x20
                  1: 500 [1: 500] @ 0x30

                MAPPED_LIBRARIES:
                7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174  /lib/a.so
                """;
        for (String whole : List.of(real, biased, flat)) {
            int maps = whole.indexOf("MAPPED_LIBRARIES:");
            double bytes = Dumps.read(whole).live().bytes();
            int step = Math.max(1, maps / 500);
            for (int length = 0; length < whole.length(); length += step) {
                String cut = whole.substring(0, length);
                try {
                    Profile profile = Dumps.read(cut);
                    // What is read in spite of it has nearly all, and says that its maps are missing or cut.
                    assertThat(profile.live().bytes()).as(cut).isGreaterThan(0.85 * bytes);
                    assertThat(profile.metadata().get(ProfileMetadata.MAPS).isPresent() || cut.endsWith("\n"))
                            .as(cut)
                            .isTrue();
                } catch (FormatException e) {
                    assertThat(length).isLessThan(maps + "MAPPED_LIBRARIES:".length());
                }
            }
        }
        assertThatThrownBy(() -> Dumps.read(biased.substring(0, biased.indexOf("@ 0x3"))))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("it was cut short")
                .hasMessageContaining("bytes that its header counts");
        assertThatThrownBy(() -> Dumps.read(biased.substring(0, biased.indexOf('@'))))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("(0 %)");
    }

    /**
     * A program that can't read its own maps leaves a dump without them. Its few samples of different sizes add up to less
     * than the header by their rounding alone; half of its stacks do not.
     */
    @Test
    void readsEveryWholeDumpWithoutMapsAndRefusesItsHalf() {
        SplittableRandom random = new SplittableRandom(20_261_122);
        int farOff = 0;
        for (int program = 0; program < 2_000; program++) {
            UnbiasedDump dump = new UnbiasedDump(random.nextBoolean() ? RATE.bytes() : 4_096);
            int stacks = 1 + random.nextInt(12);
            for (int stack = 0; stack < stacks; stack++) {
                dump.begin();
                int samples = 1 + random.nextInt(4);
                for (int sample = 0; sample < samples; sample++) {
                    dump.sample(Math.round(8 * Math.pow(2, 16 * random.nextDouble())));
                }
            }
            String whole = dump.text(stacks);
            assertThatCode(() -> Dumps.read(whole)).as(whole).doesNotThrowAnyException();
            farOff += dump.isFarOff() ? 1 : 0;
            int kept = stacks;
            while (dump.bytes(kept) > 0.5 * dump.bytes(stacks)) {
                kept--;
            }
            String half = dump.text(kept);
            assertThatThrownBy(() -> Dumps.read(half))
                    .as(half)
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("it was cut short");
        }
        // The case that matters is among them.
        assertThat(farOff).isGreaterThan(10);
    }

    @Test
    void leavesOutTheMappingThatWasCut() throws IOException {
        Profile profile = Dumps.read(ONE_STACK
                + "\nMAPPED_LIBRARIES:\n7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174  /lib/a.so\n"
                + "7f0000004000-7f0000005000 r-xp 00001000 fe:00 5595175  /lib/bcd");

        assertThat(profile.metadata().get(ProfileMetadata.MAPS)).hasValue(ProfileMetadata.CUT_SHORT);
        assertThat(profile.mappings()).extracting(Mapping::file).containsExactly("/lib/a.so");
    }

    @Test
    void noticesWhereADumpWasCutShort() throws IOException {
        // After the last line of a stack nothing shows that more lines are missing.
        int complete = ONE_STACK.indexOf("[0: 0]\n  t1: 1: 2000 [0: 0]\n  t2: 2: 4000 [0: 0]\n", 100) + 6;
        assertThat(Dumps.read(ONE_STACK.substring(0, complete)).live().bytes()).isPositive();
        int header = ONE_STACK.indexOf('@');
        for (int length = header + 1; length < complete; length++) {
            String cut = ONE_STACK.substring(0, length);
            assertThatThrownBy(() -> Dumps.read(cut)).as(cut).isInstanceOf(FormatException.class);
        }
    }

    @Test
    void refusesHostileFigures() {
        assertThatThrownBy(() -> Dumps.read("heap_v2/1\nt*: 99999999999999999999: 1 [0: 0]\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("larger than any memory");
        assertThatThrownBy(() -> Dumps.read("heap_v2/1\nt*: 1: 1 [0: 0]\n@ 0x11112222333344445\nt*: 1: 1 [0: 0]\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("at most 64 bits");
        assertThatThrownBy(() -> Dumps.read("heap_v2/1\nt*: 1: 1 [0: 0]\n@ " + "0x1 ".repeat(300_000) + "\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("longer than");
    }

    @Test
    void readsAddressesOfEveryLengthAndKind() throws IOException {
        // Lengths change from stack to stack at the same place, some begin as the one before, and the dump ends in the
        // middle of a line.
        SplittableRandom random = new SplittableRandom(11);
        List<List<Long>> stacks = new ArrayList<>();
        StringBuilder dump = new StringBuilder("heap_v2/1\n  t*: 1: 1 [0: 0]\n");
        for (int i = 0; i < 3_000; i++) {
            List<Long> before = i > 0 && random.nextInt(3) == 0 ? stacks.get(i - 1) : List.of();
            List<Long> stack = new ArrayList<>(before);
            for (int depth = random.nextInt(40) - before.size(); depth >= 0; depth--) {
                long address = switch (random.nextInt(8)) {
                    case 0 -> random.nextLong() >>> random.nextInt(64);
                    case 1, 2 -> PseudoAddress.JAVA_START + random.nextInt(1 << 18);
                    case 3 -> PseudoAddress.JAVA_START + random.nextLong(1L << 33);
                    default -> 0x7f3a_0000_0000L + random.nextInt(3);
                };
                stack.add(address);
            }
            boolean small = random.nextInt(20) > 0;
            String blank = random.nextInt(20) > 0 ? " " : "\t ";
            dump.append('@');
            for (long address : stack) {
                String digits = Long.toHexString(address);
                dump.append(blank).append("0x").append(small ? digits : digits.toUpperCase(Locale.ROOT));
            }
            dump.append(random.nextInt(20) > 0 ? "\n" : "\r\n").append("  t*: 1: 1 [0: 0]\n");
            stacks.add(stack);
        }

        List<Sample> samples = Dumps.read(dump.substring(0, dump.length() - 1)).samples();

        assertThat(samples).hasSize(stacks.size());
        for (int i = 0; i < stacks.size(); i++) {
            assertThat(samples.get(i).stack()).extracting(Location::address).isEqualTo(stacks.get(i));
        }
    }

    @Test
    void takesNoRunOfShortAddressesForALongOne() throws IOException {
        String stack = "@ 0x1 0x2 0x3456 0x7f3a00000001 0x12345678901\n  t*: 1: 1 [0: 0]\n";

        Profile profile = Dumps.read("heap_v2/1\n  t*: 3: 3 [0: 0]\n" + stack.repeat(3));

        for (Sample sample : profile.samples()) {
            assertThat(sample.stack())
                    .extracting(Location::address)
                    .containsExactly(0x1L, 0x2L, 0x3456L, 0x7f3a00000001L, 0x12345678901L);
        }
    }

    @Test
    void saysWhichAddressIsNone() {
        String digits = "0x4a4500000000001a 0x7f3a00000001 ";
        for (String wrong : List.of(
                "0x4a450000000000zz",
                "0x4a45000000000g01",
                "0x7f3a0000000/",
                "0x7f3a000:0001",
                "0x7f3a00000001\u007f",
                "0x4a4500000000001a,",
                "0x")) {
            assertIsNoAddress("@ " + digits + digits, wrong, "at column 7");
        }
    }

    private static void assertIsNoAddress(String before, String wrong, String place) {
        assertThatThrownBy(() ->
                        Dumps.read("heap_v2/1\n  t*: 1: 1 [0: 0]\n" + before + wrong + " 0x10\n  t*: 1: 1 [0: 0]\n"))
                .as(wrong)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 3")
                .hasMessageContaining(place)
                .hasMessageContaining("hexadecimal address");
    }

    @Test
    void saysWhichJavaAddressOfManyIsNone() {
        String good = "@ 0x4a4500000000001a 0x4a4500000000001b";
        for (String wrong : List.of(
                "0x4a4500000000001c,",
                "0x4a4500000000001c1",
                "0x4a4500000000001g",
                "0x4a45000000000g1c",
                "0x4a4500000000001c\u007f",
                "0x4a4500000000001c\"")) {
            assertIsNoAddress(good + " ", wrong, "at column 43 ");
        }
    }

    @Test
    void readsLongStacksOfJavaFrames() throws IOException {
        StringBuilder dump = new StringBuilder("heap_v2/1\n  t*: 4: 8 [0: 0]\n");
        List<List<Long>> expected = new ArrayList<>();
        // Around where numbers have more than 16 bits, and beyond the first room for a stack.
        for (int depth : new int[] {255, 256, 257, 900}) {
            List<Long> stack = new ArrayList<>();
            dump.append("@");
            for (int i = 0; i < depth; i++) {
                long address = 0x4a45000000000000L + (i % 50 == 49 ? 0x10000 : 0xfff0) + i % 16;
                stack.add(address);
                dump.append(i % 70 == 69 ? "\t" : " ").append("0x").append(Long.toHexString(address));
            }
            expected.add(stack);
            dump.append("\n  t*: 1: 2 [0: 0]\n");
        }

        Profile profile = Dumps.read(dump.toString());

        assertThat(profile.samples())
                .extracting(
                        sample -> sample.stack().stream().map(Location::address).toList())
                .isEqualTo(expected);
    }

    @Test
    void readsStacksOfAnyDepthAndLinesAcrossBuffers() throws IOException {
        StringBuilder dump = new StringBuilder("heap_v2/1\n  t*: 20000: 40000 [0: 0]\n");
        for (int i = 0; i < 20_000; i++) {
            dump.append("@");
            for (int depth = 0; depth <= i % 500; depth++) {
                dump.append(" 0x").append(Integer.toHexString(depth * 16 + 1));
            }
            dump.append("\n  t*: 1: 2 [0: 0]\n");
        }

        Profile profile = Dumps.read(dump.toString());

        assertThat(profile.live()).isEqualTo(new Amount(20_000, 40_000));
        assertThat(profile.samples().get(499).stack()).hasSize(500);
        assertThat(profile.samples().get(999).stack().get(7))
                .isSameAs(profile.samples().get(499).stack().get(7));
    }

    @Test
    void readsWhatMimallocWrites() throws IOException {
        // One line for each thread and stack, all of them samples, with what was freed taken off.
        Profile profile = Dumps.read("""
                heap profile:      3:     6000 [     5:     8000] @ heapprofile
                     2:     4000 [     2:     4000] @ 0x7f0000001010 0x7f0000002020
                     1:     2000 [     2:     3000] @ 0x7f0000001010 0x7f0000002020
                     0:        0 [     1:     1000] @ 0x7f0000003030

                MAPPED_LIBRARIES:
                7f0000002000-7f0000003000 r-xp 00001000 fe:00 5595174  /lib/a.so
                """);

        assertThat(profile.live()).isEqualTo(new Amount(3, 6_000));
        assertThat(profile.accumulated()).isEqualTo(new Amount(5, 8_000));
        assertThat(profile.samples().get(0).stack())
                .isEqualTo(profile.samples().get(1).stack());
    }

    @Test
    void readsAnEmptyStack() throws IOException {
        Profile profile = Dumps.read("heap_v2/1\n  t*: 1: 2 [0: 0]\n@\n  t*: 1: 2 [0: 0]\n");

        assertThat(profile.samples()).hasSize(1);
        assertThat(profile.samples().get(0).stack()).isEmpty();
    }
}
