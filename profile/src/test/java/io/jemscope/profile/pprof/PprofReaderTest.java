package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import io.jemscope.profile.Amount;
import io.jemscope.profile.BuildId;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.profile.pprof.proto.PprofProto;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** What protobuf's own classes write, as the reader reads it: other people's profiles. */
class PprofReaderTest {

    /** The texts of the messages below, by number. */
    private static final List<String> TEXTS = List.of(
            "",
            "alloc_objects",
            "count",
            "alloc_space",
            "bytes",
            "inuse_objects",
            "inuse_space",
            "space",
            "main.leak",
            "/src/main.go",
            "/bin/program",
            "deadbeef",
            "a remark",
            "host: alpha");

    private static PprofProto.Profile.Builder go() {
        return PprofProto.Profile.newBuilder()
                .addAllStringTable(TEXTS)
                .addSampleType(type(1, 2))
                .addSampleType(type(3, 4))
                .addSampleType(type(5, 2))
                .addSampleType(type(6, 4))
                .setPeriodType(type(7, 4))
                .setPeriod(524_288)
                .setTimeNanos(1_767_225_600_123_000_000L)
                .addMapping(PprofProto.Mapping.newBuilder()
                        .setId(77)
                        .setMemoryStart(0x400000)
                        .setMemoryLimit(0x500000)
                        .setFilename(10)
                        .setBuildId(11)
                        .setHasFunctions(true))
                .addFunction(PprofProto.Function.newBuilder()
                        .setId(1000)
                        .setName(8)
                        .setFilename(9)
                        .setStartLine(3))
                .addLocation(PprofProto.Location.newBuilder()
                        .setId(5)
                        .setMappingId(77)
                        .setAddress(0x401234)
                        .addLine(
                                PprofProto.Line.newBuilder().setFunctionId(1000).setLine(12)))
                .addSample(PprofProto.Sample.newBuilder()
                        .addLocationId(5)
                        .addAllValue(List.of(10L, 1000L, 2L, 200L))
                        .addLabel(PprofProto.Label.newBuilder()
                                .setKey(4)
                                .setNum(100)
                                .setNumUnit(4)))
                .addComment(12)
                .addComment(13);
    }

    private static PprofProto.ValueType type(int type, int unit) {
        return PprofProto.ValueType.newBuilder().setType(type).setUnit(unit).build();
    }

    private static Profile read(PprofProto.Profile.Builder message) throws IOException {
        return PprofReader.read(new ByteArrayInputStream(message.build().toByteArray()));
    }

    @Test
    void claimsNoRateWhereNoneIsTold() throws IOException {
        assertThat(read(go().clearPeriod()).rate()).isEqualTo(SampleRate.UNKNOWN);
        assertThat(read(go().clearPeriodType()).rate()).isEqualTo(SampleRate.UNKNOWN);
    }

    @Test
    void readsAHeapProfileOfGo() throws IOException {
        Profile profile = read(go());

        assertThat(profile.rate()).isEqualTo(new SampleRate(524_288));
        assertThat(profile.live()).isEqualTo(new Amount(2, 200));
        assertThat(profile.accumulated()).isEqualTo(new Amount(10, 1_000));
        Location location = profile.samples().get(0).stack().get(0);
        assertThat(location.address()).isEqualTo(0x401234);
        assertThat(location.frames())
                .containsExactly(
                        new NativeFrame("main.leak", "main.leak", "/bin/program", new SourceLine("/src/main.go", 12)));
        assertThat(profile.mappings()).hasSize(1);
        assertThat(profile.mappings().get(0).buildId()).isEqualTo(new BuildId("deadbeef"));
        assertThat(profile.samples().get(0).labels()).containsEntry("bytes", "100 bytes");
        assertThat(profile.metadata().get("host")).hasValue("alpha");
        assertThat(profile.metadata().get("comment")).hasValue("a remark");
        assertThat(profile.metadata().count("time")).hasValue(1_767_225_600_123L);
    }

    @Test
    void readsCompressedAndPlain() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            go().build().writeTo(gzip);
        }

        assertThat(PprofReader.read(new ByteArrayInputStream(packed.toByteArray()))
                        .live())
                .isEqualTo(new Amount(2, 200));
    }

    @Test
    void readsAProfileOfAllocationsOnly() throws IOException {
        PprofProto.Profile.Builder message =
                go().clearSampleType().addSampleType(type(3, 4)).clearSample();
        message.addSample(PprofProto.Sample.newBuilder().addLocationId(5).addValue(4096));

        Profile profile = read(message);

        assertThat(profile.live()).isEqualTo(Amount.NONE);
        assertThat(profile.accumulated()).isEqualTo(new Amount(0, 4_096));
    }

    @Test
    void readsNumbersThatAreNotPacked() throws IOException {
        ByteArrayOutputStream sample = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(sample);
        out.writeUInt64(1, 5);
        out.writeUInt64(1, 5);
        for (long value : new long[] {10, 1000, 2, 200}) {
            out.writeInt64(2, value);
        }
        out.writeFixed64(15, 1);
        out.writeFixed32(16, 1);
        out.flush();
        byte[] rest = go().clearSample().build().toByteArray();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        CodedOutputStream wholeOut = CodedOutputStream.newInstance(whole);
        wholeOut.writeByteArray(2, sample.toByteArray());
        wholeOut.flush();
        whole.write(rest);

        Profile profile = PprofReader.read(new ByteArrayInputStream(whole.toByteArray()));

        assertThat(profile.live()).isEqualTo(new Amount(2, 200));
        assertThat(profile.samples().get(0).stack()).hasSize(2);
    }

    @Test
    void namesTheTypesOfAProfileThatIsNoHeapProfile() {
        refuses(go().clearSampleType().clearSample().addSampleType(type(8, 2)), "main.leak/count");
        refuses(go().clearSampleType().clearSample(), "the sample types none");
        refuses(go().clearSampleType().clearSample().addSampleType(type(5, 2)), "counts allocations and no bytes");
    }

    @Test
    void takesTheOnlyBytesThereAreAndSaysSo() throws IOException {
        PprofProto.Profile.Builder message =
                go().clearSampleType().clearSample().addSampleType(type(8, 2)).addSampleType(type(8, 4));
        message.addSample(PprofProto.Sample.newBuilder().addLocationId(5).addAllValue(List.of(3L, 4096L)));

        Profile profile = read(message);

        assertThat(profile.live()).isEqualTo(new Amount(3, 4_096));
        assertThat(profile.accumulated()).isEqualTo(Amount.NONE);
        assertThat(profile.metadata().get(ProfileMetadata.FIGURES).orElseThrow())
                .contains("main.leak/bytes");
        assertThat(read(go()).metadata().get(ProfileMetadata.FIGURES)).isEmpty();
    }

    @Test
    void takesTheColumnThatTheFileShowsFirst() throws IOException {
        PprofProto.Profile.Builder message = go().clearSampleType()
                .clearSample()
                .addSampleType(type(8, 4))
                .addSampleType(type(9, 4))
                .setDefaultSampleType(9);
        message.addSample(PprofProto.Sample.newBuilder().addLocationId(5).addAllValue(List.of(3L, 4096L)));

        assertThat(read(message).live()).isEqualTo(new Amount(0, 4_096));
    }

    @Test
    void takesTheLastColumnOfBytesAsPprofDoes() throws IOException {
        // Datadog's: alloc-samples, alloc-space, heap-live-samples, heap-live-size.
        PprofProto.Profile.Builder message = go().clearSampleType()
                .clearSample()
                .addSampleType(type(12, 2))
                .addSampleType(type(8, 4))
                .addSampleType(type(13, 2))
                .addSampleType(type(9, 4));
        message.addSample(PprofProto.Sample.newBuilder().addLocationId(5).addAllValue(List.of(1L, 10L, 2L, 20L)));

        Profile profile = read(message);

        assertThat(profile.live()).isEqualTo(new Amount(2, 20));
        assertThat(profile.metadata().get(ProfileMetadata.FIGURES).orElseThrow())
                .contains("/src/main.go/bytes");
    }

    @Test
    void keepsWhichColumnTheFileShowsFirst() throws IOException {
        assertThat(read(go().setDefaultSampleType(3)).metadata().get(ProfileMetadata.SHOWN))
                .hasValue("alloc_space");
        assertThat(read(go().setDefaultSampleType(6)).metadata().get(ProfileMetadata.SHOWN))
                .isEmpty();
        assertThat(read(go()).metadata().get(ProfileMetadata.SHOWN)).isEmpty();
        // pprof shows the last column where the file has no default.
        PprofProto.Profile.Builder allocations =
                go().clearSampleType().clearSample().addSampleType(type(3, 4));
        assertThat(read(allocations).metadata().get(ProfileMetadata.SHOWN)).hasValue("alloc_space");
    }

    @Test
    void readsADifference() throws IOException {
        Profile profile = read(sampleOf(5, -1));

        assertThat(profile.samples().get(1).live()).isEqualTo(new Amount(-1, -1));
        assertThat(profile.metadata().get(ProfileMetadata.DIFFERENCE)).isPresent();
        assertThat(read(go()).metadata().get(ProfileMetadata.DIFFERENCE)).isEmpty();
    }

    @Test
    void keepsAllValuesOfALabelAndWritesThemAgain() throws IOException {
        PprofProto.Profile.Builder message = go().clearSample();
        message.addSample(PprofProto.Sample.newBuilder()
                .addLocationId(5)
                .addAllValue(List.of(7L, 700L, 7L, 700L))
                .addLabel(PprofProto.Label.newBuilder().setKey(8).setStr(9))
                .addLabel(PprofProto.Label.newBuilder().setKey(8).setStr(10)));

        Profile profile = read(message);
        String values = profile.samples().get(0).labels().getOrDefault("main.leak", "");

        assertThat(LabelValues.of(values)).containsExactly("/src/main.go", "/bin/program");
        assertThat(LabelValues.shown(values)).isEqualTo("/src/main.go, /bin/program");
        for (String condition : List.of("main.leak=main.go", "main.leak=/bin/", "program,main.go")) {
            assertThat(StackFilter.builder()
                            .tagFocus(condition)
                            .build()
                            .apply(profile)
                            .samples())
                    .as(condition)
                    .hasSize(1);
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        PprofWriter.write(profile, written);
        assertThat(PprofReader.read(new ByteArrayInputStream(written.toByteArray()))
                        .samples()
                        .get(0)
                        .labels())
                .isEqualTo(profile.samples().get(0).labels());
    }

    /** To copy the values so far for each one more would take a day. */
    @Test
    void readsALabelWithAMillionValues() throws IOException {
        int count = 1_000_000;
        PprofProto.Sample.Builder sample =
                PprofProto.Sample.newBuilder().addLocationId(5).addAllValue(List.of(7L, 700L, 7L, 700L));
        for (int i = 0; i < count; i++) {
            sample.addLabel(PprofProto.Label.newBuilder().setKey(8).setNum(i));
        }

        Profile profile = read(go().clearSample().addSample(sample));

        List<String> values = LabelValues.of(profile.samples().get(0).labels().getOrDefault("main.leak", ""));
        assertThat(values).hasSize(count).endsWith(Integer.toString(count - 1));
    }

    @Test
    void refusesLabelsThatRepeatALongTextWithoutEnd() {
        PprofProto.Profile.Builder message = go().clearSample();
        int text = message.getStringTableCount();
        message.addStringTable("x".repeat(1 << 20));
        for (int i = 0; i < 200; i++) {
            message.addSample(PprofProto.Sample.newBuilder()
                    .addLocationId(5)
                    .addAllValue(List.of(7L, 700L, 7L, 700L))
                    .addLabel(PprofProto.Label.newBuilder().setKey(8).setStr(text))
                    .addLabel(PprofProto.Label.newBuilder().setKey(8).setStr(text)));
        }

        assertThatThrownBy(() -> read(message))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("its labels have more than");
    }

    @Test
    void readsWhatRustsJemallocPprofWrites() throws IOException {
        // One column, addresses of calls without functions, build ids, no period, a remark for each mapping.
        PprofProto.Profile.Builder message = PprofProto.Profile.newBuilder()
                .addAllStringTable(List.of(
                        "", "inuse_space", "bytes", "space", "/srv/app", "0123456789abcdef", "executableInfo=3;0;1000"))
                .addSampleType(type(1, 2))
                .setPeriodType(type(3, 2))
                .setTimeNanos(1_767_225_600_123_000_000L)
                .addMapping(PprofProto.Mapping.newBuilder()
                        .setId(1)
                        .setMemoryStart(0x5500_0000_1000L)
                        .setMemoryLimit(0x5500_0000_2000L)
                        .setFileOffset(0x1000)
                        .setFilename(4)
                        .setBuildId(5))
                .addComment(6)
                .addLocation(PprofProto.Location.newBuilder()
                        .setId(1)
                        .setMappingId(1)
                        .setAddress(0x5500_0000_1233L))
                .addSample(PprofProto.Sample.newBuilder().addLocationId(1).addValue(1_999_993));

        Profile profile = read(message);

        assertThat(profile.live()).isEqualTo(new Amount(0, 1_999_993));
        assertThat(profile.rate()).isEqualTo(SampleRate.UNKNOWN);
        Location location = profile.samples().get(0).stack().get(0);
        assertThat(location.frames()).isEmpty();
        assertThat(location.mapping()).isEqualTo(profile.mappings().get(0));
        assertThat(profile.mappings().get(0).buildId()).isEqualTo(new BuildId("0123456789abcdef"));
    }

    @Test
    void readsWhatAsyncProfilersConverterWrites() throws IOException {
        PprofProto.Profile.Builder message = PprofProto.Profile.newBuilder()
                .addAllStringTable(List.of(
                        "",
                        "malloc",
                        "bytes",
                        "Produced by async-profiler",
                        "async-profiler",
                        "java/util/zip/Inflater.init",
                        "os::malloc",
                        "libzip.so",
                        "thread",
                        "main",
                        "java.lang.String"))
                .addSampleType(type(1, 2))
                .addComment(3)
                .addMapping(PprofProto.Mapping.newBuilder()
                        .setId(1)
                        .setMemoryLimit(Long.MAX_VALUE)
                        .setFilename(4));
        PprofProto.Sample.Builder sample = PprofProto.Sample.newBuilder().addValue(7_168);
        for (int function = 1; function <= 4; function++) {
            int name = List.of(6, 7, 10, 5).get(function - 1);
            message.addFunction(PprofProto.Function.newBuilder().setId(function).setName(name));
            message.addLocation(PprofProto.Location.newBuilder()
                    .setId(function)
                    .addLine(
                            PprofProto.Line.newBuilder().setFunctionId(function).setLine(7)));
            sample.addLocationId(function);
        }
        message.addSample(
                sample.addLabel(PprofProto.Label.newBuilder().setKey(8).setStr(9)));

        Profile profile = read(message);

        assertThat(profile.live()).isEqualTo(new Amount(0, 7_168));
        assertThat(profile.samples().get(0).labels()).containsEntry(Sample.THREAD, "main");
        assertThat(profile.samples().get(0).stack())
                .extracting(location -> location.frames().get(0))
                .containsExactly(
                        new NativeFrame("os::malloc", "os::malloc", null, null),
                        new NativeFrame("libzip.so", "libzip.so", null, null),
                        new NativeFrame("java.lang.String", "java.lang.String", null, null),
                        new JavaFrame(null, "java.util.zip.Inflater", "init", null, false));
    }

    @Test
    void refusesWhatIsInconsistent() {
        refuses(go().addSample(PprofProto.Sample.newBuilder().addValue(1)), "values for 4 sample types");
        refuses(sampleOf(6, 1), "location 6");
        refuses(go().addLocation(PprofProto.Location.newBuilder()), "a location has no number");
        refuses(go().addLocation(PprofProto.Location.newBuilder().setId(5)), "location 5");
        refuses(go().addLocation(PprofProto.Location.newBuilder().setId(6).setMappingId(9)), "mapping 9");
        refuses(go().addFunction(PprofProto.Function.newBuilder().setId(2).setName(99)), "no text 99");
        refuses(go().clearStringTable(), "no text");
    }

    private static PprofProto.Profile.Builder sampleOf(long location, long value) {
        return go().addSample(PprofProto.Sample.newBuilder()
                .addLocationId(location)
                .addAllValue(List.of(value, value, value, value)));
    }

    private static void refuses(PprofProto.Profile.Builder message, String why) {
        assertThatThrownBy(() -> read(message))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(why);
    }

    @Test
    void saysThatDataAreCutShort() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            go().build().writeTo(gzip);
        }
        byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);

        assertThatThrownBy(() -> PprofReader.read(new ByteArrayInputStream(cut)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("cut short");
        assertThatThrownBy(() -> PprofReader.read(new ByteArrayInputStream(new byte[0])))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("it is empty");
    }
}
