package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Dumps;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Golden;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Programs;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolizedWriterTest {

    private static String write(Profile profile) {
        return Golden.text(out -> SymbolizedWriter.write(profile, out));
    }

    private static Profile roundTrip(Profile profile) throws IOException {
        return Dumps.read(write(profile));
    }

    private static Profile dump(String name) throws IOException {
        return Dumps.read(new String(Dumps.resource(name), StandardCharsets.UTF_8));
    }

    /** What is left of frames in a text of names: no library, source or mangled name of native ones. */
    private static List<Frame> frames(Sample sample) {
        return sample.stack().stream()
                .flatMap(location -> location.frames().isEmpty()
                        ? Stream.of(named("0x" + Long.toHexString(location.address())))
                        : location.frames().stream())
                .map(frame -> frame instanceof NativeFrame function ? named(function.name()) : frame)
                .toList();
    }

    private static Frame named(String name) {
        return new NativeFrame(name, name, null, null);
    }

    @Test
    void writesEveryKindOfFrame() {
        Golden.check("every-kind-of-frame.symbolized", write(Fixtures.everyKindOfFrame()));
    }

    @Test
    void everyKindOfFrameSurvives() throws IOException {
        Profile before = Fixtures.everyKindOfFrame();

        Profile after = roundTrip(before);

        assertThat(after.rate()).isEqualTo(before.rate());
        assertThat(after.mappings())
                .extracting(mapping -> mapping.start() + mapping.shownName())
                .isEqualTo(before.mappings().stream()
                        .map(mapping -> mapping.start() + mapping.shownName())
                        .toList());
        assertThat(after.metadata().facts())
                .containsAllEntriesOf(before.metadata().facts())
                .containsEntry("header.bytes", "2077775")
                .doesNotContainKey("form");
        assertThat(after.samples()).hasSize(3);
        for (int i = 0; i < 2; i++) {
            assertThat(frames(after.samples().get(i)))
                    .isEqualTo(frames(before.samples().get(i)));
            assertThat(after.samples().get(i).live())
                    .isEqualTo(before.samples().get(i).live());
            assertThat(after.samples().get(i).accumulated())
                    .isEqualTo(before.samples().get(i).accumulated());
            assertThat(after.samples().get(i).labels())
                    .isEqualTo(before.samples().get(i).labels());
        }
        assertThat(frames(after.samples().get(2))).containsExactly(named("[empty stack]"));
        assertThat(after.samples().get(0).stack())
                .extracting(Location::address)
                .startsWith(0x7f00_0000_1234L, 0x7f00_0000_2000L, 0x7f00_0000_2100L)
                .endsWith(0x5500_0000_0100L, PseudoAddress.CUT);
    }

    @Test
    void aRealDumpSurvives() throws IOException {
        for (String name : List.of("threads.heap_v2", "jvm.heap_v2")) {
            Profile before = dump(name);

            Profile after = roundTrip(before);

            assertThat(after.rate()).isEqualTo(before.rate());
            assertThat(after.mappings()).isEqualTo(before.mappings());
            assertThat(after.metadata()).isEqualTo(before.metadata());
            assertThat(after.samples()).hasSameSizeAs(before.samples());
            for (int i = 0; i < before.samples().size(); i++) {
                Sample was = before.samples().get(i);
                Sample is = after.samples().get(i);
                assertThat(is.labels()).isEqualTo(was.labels());
                assertThat(is.stack())
                        .extracting(Location::address)
                        .isEqualTo(was.stack().stream().map(Location::address).toList());
                for (SampleType measure : SampleType.values()) {
                    assertThat(measure.of(is)).isCloseTo(measure.of(was), within(1.0));
                }
            }
            assertThat(after.live().bytes()).isCloseTo(before.live().bytes(), within(0.5001));
            assertThat(after.live().objects()).isCloseTo(before.live().objects(), within(0.5001));
            assertThat(after.accumulated().bytes())
                    .isCloseTo(before.accumulated().bytes(), within(0.5001));
            assertThat(after.rate().estimateBytes(after.live()).standardError())
                    .isCloseTo(before.rate().estimateBytes(before.live()).standardError(), within(100.0));
            assertThat(write(after)).isEqualTo(write(before));
        }
    }

    @Test
    void hostileNamesSurvive() throws IOException {
        Profile before = Fixtures.hostileNames();

        Profile after = roundTrip(before);

        assertThat(after.samples()).hasSameSizeAs(before.samples());
        for (int i = 0; i < before.samples().size(); i++) {
            List<String> names = labels(before.samples().get(i));
            assertThat(labels(after.samples().get(i))).isEqualTo(names);
        }
        assertThat(after.metadata().get("fact1")).hasValue("line\nbreak?\nfn=(1) other");
    }

    private static List<String> labels(Sample sample) {
        return sample.stack().stream()
                .flatMap(location -> location.frames().stream())
                // No class file has Java names such as these, whose dots and brackets mean something else.
                .filter(frame -> frame instanceof NativeFrame)
                .map(Frame::label)
                .toList();
    }

    @Test
    void makesAddressesUpWhereTheyAreMissing() throws IOException {
        JavaFrame java = new JavaFrame(null, "a.B", "<init>", null, false);
        List<Location> stack = List.of(
                new Location(0, null, List.of(named("zero"))),
                new Location(0x1000, null, List.of(named("one"))),
                new Location(0x1000, null, List.of(named("other"))),
                new Location(0x1001, null, List.of(named("too close"))),
                new Location(-1, null, List.of(named("kernel"))),
                new Location(0, null, List.of(named("inner"), java, java, named("outer"))),
                new Location(0, null, List.of()));
        Sample sample = new Sample(stack, new Amount(1, 100), Amount.NONE, Map.of());
        Profile before = new Profile(SampleRate.UNKNOWN, List.of(sample), List.of(), ProfileMetadata.UNKNOWN);

        Profile after = roundTrip(before);

        assertThat(after.rate()).isEqualTo(SampleRate.UNKNOWN);
        assertThat(frames(after.samples().get(0)).subList(0, 9))
                .extracting(Frame::label)
                .containsExactly(
                        "zero", "one", "other", "too close", "kernel", "inner", "a.B.<init>", "a.B.<init>", "outer");
        assertThat(after.samples().get(0).stack())
                .extracting(Location::address)
                .doesNotHaveDuplicates()
                .contains(0x1000L)
                .doesNotContain(0L, 0x1001L, -1L);
    }

    @Test
    void keepsSumsOfSmallAmountsAndGivesNoThreadMoreThanItHas() throws IOException {
        List<Location> stack = List.of(new Location(0x1000, null, List.of(named("f"))));
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Map<String, String> labels =
                    i % 3 == 0 ? Map.of() : Map.of(Sample.THREAD, i % 3 == 1 ? "thread 3" : "a [b]");
            samples.add(new Sample(stack, new Amount(0.1, 10.3), Amount.NONE, labels));
        }
        Profile before = new Profile(new SampleRate(64), samples, List.of(), ProfileMetadata.UNKNOWN);

        Profile after = roundTrip(before);

        assertThat(after.live().bytes()).isCloseTo(10_300, within(1.0));
        assertThat(bytes(after, "thread 3")).isCloseTo(333 * 10.3, within(2.0));
        assertThat(bytes(after, "a [b]")).isCloseTo(333 * 10.3, within(2.0));
    }

    private static double bytes(Profile profile, String thread) {
        return profile.samples().stream()
                .filter(sample -> thread.equals(sample.labels().get(Sample.THREAD)))
                .mapToDouble(sample -> sample.live().bytes())
                .sum();
    }

    @Test
    void leavesTheMapsOutWhereTheyWereMissing() throws IOException {
        Profile cut = Dumps.read("heap_v2/1\n  t*: 1: 8 [0: 0]\n@ 0x10\n  t*: 1: 8 [0: 0]\n");

        assertThat(write(cut)).doesNotContain("MAPPED_LIBRARIES");
        assertThat(roundTrip(cut).metadata().get(ProfileMetadata.MAPS)).hasValue(ProfileMetadata.MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "objects"})
    void jeprofPrintsOurNamesAndTotals(String measure, @TempDir Path folder) throws Exception {
        Profile profile = Fixtures.everyKindOfFrame();
        boolean bytes = measure.equals("live");

        String text = jeprof(folder, profile, bytes ? "--show_bytes" : "--inuse_objects");

        assertThat(text)
                .contains("Total: " + (bytes ? "2077775 B" : "6 objects"))
                .containsPattern((bytes ? "1999993" : "3") + " +[0-9.]+% +java.util.zip.Deflater.init\n")
                .contains("plug/in /Foo$$Lambda.[init]\n")
                .contains("[stack cut here]\n")
                .contains("gen.X.y\n")
                .contains("libz.so+0x2000\n")
                .contains("ns::inner (inline)\n")
                .contains(" outer\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads.heap_v2", "jvm.heap_v2"})
    void jeprofsTotalsOfRealDumpsStay(String name, @TempDir Path folder) throws Exception {
        Profile profile = dump(name);

        Matcher total = Pattern.compile("Total: (\\d+) B").matcher(jeprof(folder, profile, "--show_bytes"));

        assertThat(total.find()).isTrue();
        assertThat(Double.parseDouble(total.group(1)))
                .isCloseTo(profile.live().bytes(), within(0.001 * profile.live().bytes()));
    }

    @Test
    void jeprofTellsThreadsApart(@TempDir Path folder) throws Exception {
        Profile profile = dump("threads.heap_v2");
        String written = write(profile);
        Matcher number =
                Pattern.compile("t(\\d+): \\d+: (\\d+) .* reader one\n").matcher(written);
        assertThat(number.find()).isTrue();

        assertThat(jeprof(folder, profile, "--show_bytes", "--thread=" + number.group(1)))
                .contains("Total (t" + number.group(1) + "): " + number.group(2) + " B");
    }

    @Test
    void jeprofReadsHostileNames(@TempDir Path folder) throws Exception {
        Profile profile = Fixtures.hostileNames();

        assertThat(jeprof(folder, profile, "--show_bytes"))
                .contains("Total: 14091 B")
                .contains("operator-\\-2\n")
                .contains("x".repeat(10_000) + "\n")
                .contains("Größe::マップ\n");
    }

    private static String jeprof(Path folder, Profile profile, String... options) throws Exception {
        Programs.assumeInstalled("jeprof");
        Path file = folder.resolve("symbolized.heap");
        Files.writeString(file, write(profile), StandardCharsets.UTF_8);
        String[] command = Stream.concat(
                        Stream.concat(Stream.of("jeprof", "--text"), Arrays.stream(options)),
                        Stream.of(file.toString()))
                .toArray(String[]::new);
        return Programs.run(folder, command);
    }
}
