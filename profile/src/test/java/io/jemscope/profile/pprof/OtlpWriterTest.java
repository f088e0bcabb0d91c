package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Dumps;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesPartialSuccess;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the writer writes, read by OpenTelemetry's own classes and held against the rules of their definitions. */
class OtlpWriterTest {

    private static final Instant TIME = Instant.parse("2026-01-31T22:30:00.123456789Z");
    private static final Map<String, String> SHOP = Map.of("service.name", "shop", "service.version", "2.3.1");

    private static byte[] write(Profile profile) {
        return OtlpWriter.write(profile, SHOP, TIME, new byte[] {1, 2, 3});
    }

    private static ScopeProfiles scope(ExportProfilesServiceRequest request) {
        return request.getResourceProfiles(0).getScopeProfiles(0);
    }

    private static io.opentelemetry.proto.profiles.v1development.Profile profile(
            ExportProfilesServiceRequest request, int number) {
        return scope(request).getProfiles(number);
    }

    private static List<Long> values(ExportProfilesServiceRequest request, int number) {
        return profile(request, number).getSamplesList().stream()
                .map(sample -> sample.getValues(0))
                .toList();
    }

    @Test
    void hasAProfileForBytesAndOneForObjects() {
        ExportProfilesServiceRequest request = OtlpRules.read(write(Fixtures.everyKindOfFrame()));

        ProfilesDictionary dictionary = request.getDictionary();
        assertThat(scope(request).getProfilesList())
                .extracting(
                        each -> dictionary.getStringTable(each.getSampleType().getTypeStrindex()) + "/"
                                + dictionary.getStringTable(each.getSampleType().getUnitStrindex()))
                .containsExactly("inuse_space/bytes", "inuse_objects/count");
        assertThat(values(request, 0)).containsExactly(1_999_993L, 77_777L, 5L);
        assertThat(values(request, 1)).containsExactly(3L, 1L, 2L);
        assertThat(scope(request).getProfilesList()).allSatisfy(each -> {
            assertThat(each.getPeriod()).isEqualTo(524_288);
            assertThat(dictionary.getStringTable(each.getPeriodType().getTypeStrindex()))
                    .isEqualTo("space");
            assertThat(dictionary.getStringTable(each.getPeriodType().getUnitStrindex()))
                    .isEqualTo("bytes");
            assertThat(each.getTimeUnixNano()).isEqualTo(1_769_898_600_123_456_789L);
            assertThat(each.getDurationNano()).isZero();
        });
        assertThat(request.getResourceProfiles(0).getResource().getAttributesList())
                .extracting(OtlpWriterTest::text)
                .containsExactly("service.name=shop", "service.version=2.3.1");
        assertThat(scope(request).getScope().getName()).isEqualTo("io.jemscope");
        assertThat(scope(request).getScope().getAttributesList())
                .extracting(OtlpWriterTest::text)
                .containsExactly("jemscope.otlp.proto=1.11.0-alpha");
    }

    private static String text(KeyValue pair) {
        return pair.getKey() + "=" + pair.getValue().getStringValue();
    }

    @Test
    void framesAndMappingsAreThoseOfThePprof() {
        ExportProfilesServiceRequest request = OtlpRules.read(write(Fixtures.everyKindOfFrame()));

        ProfilesDictionary dictionary = request.getDictionary();
        List<Location> stack =
                dictionary
                        .getStackTable(profile(request, 0).getSamples(0).getStackIndex())
                        .getLocationIndicesList()
                        .stream()
                        .map(dictionary::getLocationTable)
                        .toList();
        assertThat(stack).hasSize(12);
        assertThat(frames(dictionary, stack.get(0)))
                .containsExactly("ns::inner(int) _ZN2ns5innerEi a.cc:12", "outer outer z.c:0");
        assertThat(frames(dictionary, stack.get(1))).containsExactly("libz.so+0x2000 unknown:/tmp/libz.so+0x2000 :0");
        assertThat(frames(dictionary, stack.get(6)))
                .containsExactly("Foo$$Lambda.<init> java:plug/in (1)/Foo$$Lambda.<init>() Foo.java:45");
        assertThat(stack.get(6).getAddress()).isEqualTo(0x4a45_0000_0000_0001L);
        assertThat(stack.get(10).getLinesList()).isEmpty();
        assertThat(stack)
                .extracting(location -> OtlpRules.attributes(dictionary, location.getAttributeIndicesList())
                        .getOrDefault("profile.frame.type", "-"))
                .containsExactly(
                        "native", "native", "native", "-", "native", "jvm", "jvm", "jvm", "jvm", "jvm", "native", "-");
        Mapping library = dictionary.getMappingTable(stack.get(0).getMappingIndex());
        assertThat(dictionary.getStringTable(library.getFilenameStrindex())).isEqualTo("/tmp/libz.so (deleted)");
        assertThat(library.getMemoryStart()).isEqualTo(0x7f00_0000_0000L);
        assertThat(library.getFileOffset()).isEqualTo(0x1000);
        assertThat(OtlpRules.attributes(dictionary, library.getAttributeIndicesList()))
                .containsOnly(
                        Map.entry("process.executable.build_id.gnu", "0123abcd"),
                        Map.entry("pprof.mapping.has_functions", "true"),
                        Map.entry("pprof.mapping.has_inline_frames", "true"));
    }

    private static List<String> frames(ProfilesDictionary dictionary, Location location) {
        return location.getLinesList().stream()
                .map(line -> {
                    Function function = dictionary.getFunctionTable(line.getFunctionIndex());
                    return dictionary.getStringTable(function.getNameStrindex()) + " "
                            + dictionary.getStringTable(function.getSystemNameStrindex()) + " "
                            + dictionary.getStringTable(function.getFilenameStrindex()) + ":" + line.getLine();
                })
                .toList();
    }

    @Test
    void labelsErrorsAndFactsSurvive() {
        Profile fixture = Fixtures.everyKindOfFrame();
        Sample odd = new Sample(
                List.of(),
                // Of three objects in two blocks' sizes, which whole numbers don't show.
                new Amount(3.4, 9_999.6, 4_096),
                Amount.NONE,
                Map.of("thread", "worker 1", "thread.name", "worker 1", "two", LabelValues.join(List.of("a", "b"))));
        Profile profile = new Profile(
                fixture.rate(),
                List.of(fixture.samples().get(0), odd),
                fixture.mappings(),
                fixture.metadata().with(ProfileMetadata.DROP_FRAMES, "malloc").with("samples.cut", "7"));

        ExportProfilesServiceRequest request = OtlpRules.read(write(profile));

        ProfilesDictionary dictionary = request.getDictionary();
        assertThat(OtlpRules.attributes(
                        dictionary, profile(request, 0).getSamples(0).getAttributeIndicesList()))
                .containsOnly(Map.entry("thread.name", "main; or not"), Map.entry("kind", "java"));
        assertThat(OtlpRules.attributes(
                        dictionary, profile(request, 0).getSamples(1).getAttributeIndicesList()))
                .containsOnly(
                        Map.entry("thread.name", "worker 1"),
                        Map.entry("two", "[a, b]"),
                        Map.entry("block_bytes", "4096 By"));
        Estimate total = profile.rate()
                .estimateBytes(profile.samples().get(0).live())
                .plus(profile.rate().estimateBytes(odd.live()));
        assertThat(OtlpRules.attributes(dictionary, profile(request, 0).getAttributeIndicesList()))
                .containsEntry("pprof.profile.comment.0", "jemscope: 1")
                .containsEntry("pprof.profile.comment.1", "command: java -jar a: b.jar\nsecond line")
                .containsValue("samples.cut: 7")
                .containsEntry("pprof.profile.drop_frames", "malloc")
                .containsEntry("jemscope.total.low", Math.round(total.low()) + " By")
                .containsEntry("jemscope.total.high", Math.round(total.high()) + " By");
        Estimate objects = profile.rate()
                .estimateObjects(profile.samples().get(0).live())
                .plus(profile.rate().estimateObjects(odd.live()));
        assertThat(objects.low()).isZero();
        assertThat(OtlpRules.attributes(dictionary, profile(request, 1).getAttributeIndicesList()))
                .containsKey("pprof.profile.comment.1")
                .containsEntry("jemscope.total.low", "0 {object}")
                .containsEntry("jemscope.total.high", Math.round(objects.high()) + " {object}");
    }

    @Test
    void idsDependOnTheContentAlone() {
        Profile profile = Fixtures.everyKindOfFrame();

        ExportProfilesServiceRequest once = OtlpRules.read(write(profile));
        ExportProfilesServiceRequest again = OtlpRules.read(
                OtlpWriter.write(profile, Map.of("service.name", "x"), TIME.plusSeconds(1), new byte[] {1, 2, 3}));
        ExportProfilesServiceRequest other =
                OtlpRules.read(OtlpWriter.write(profile, SHOP, TIME, new byte[] {1, 2, 4}));

        assertThat(ids(again)).isEqualTo(ids(once)).doesNotContainAnyElementsOf(ids(other));
    }

    private static List<ByteString> ids(ExportProfilesServiceRequest request) {
        return scope(request).getProfilesList().stream()
                .map(io.opentelemetry.proto.profiles.v1development.Profile::getProfileId)
                .toList();
    }

    @Test
    void totalsStayWithinRounding() {
        for (long seed = 0; seed < 10; seed++) {
            Profile profile = Fixtures.random(seed, 1_000);

            ExportProfilesServiceRequest request = OtlpRules.read(write(profile));

            assertThat((double) values(request, 0).stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isCloseTo(profile.live().bytes(), within(0.5001));
            assertThat((double) values(request, 1).stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isCloseTo(profile.live().objects(), within(0.5001));
        }
    }

    @Test
    void samplesThatDifferInNothingAreOne() {
        Sample sample = Fixtures.everyKindOfFrame().samples().get(1);
        Profile profile =
                new Profile(new SampleRate(524_288), List.of(sample, sample), List.of(), ProfileMetadata.UNKNOWN);

        assertThat(values(OtlpRules.read(write(profile)), 0)).containsExactly(155_554L);
    }

    @Test
    void hostileNamesBreakNothing() {
        ExportProfilesServiceRequest request = OtlpRules.read(write(Fixtures.hostileNames()));

        assertThat(profile(request, 0).getSamplesCount()).isEqualTo(Fixtures.HOSTILE_NAMES.size());
        assertThat(request.getDictionary().getStringTableList())
                .containsAll(Fixtures.HOSTILE_NAMES.stream()
                        .map(name -> new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                        .toList());
    }

    @Test
    void aRealDumpAndOneOfAnUnknownRateAreWritten() throws Exception {
        Profile profile = Dumps.read(new String(Dumps.resource("jvm.heap_v2"), StandardCharsets.UTF_8));
        ExportProfilesServiceRequest request = OtlpRules.read(write(profile));
        assertThat((double)
                        values(request, 0).stream().mapToLong(Long::longValue).sum())
                .isCloseTo(profile.live().bytes(), within(0.5001));

        Profile unknown =
                new Profile(SampleRate.UNKNOWN, profile.samples(), profile.mappings(), ProfileMetadata.UNKNOWN);
        ExportProfilesServiceRequest without = OtlpRules.read(write(unknown));
        assertThat(profile(without, 0).getPeriod()).isZero();
        assertThat(profile(without, 0).getAttributeIndicesList()).isEmpty();
    }

    @Test
    void answersAreRead() throws FormatException {
        byte[] partial = ExportProfilesServiceResponse.newBuilder()
                .setPartialSuccess(ExportProfilesPartialSuccess.newBuilder()
                        .setRejectedProfiles(2)
                        .setErrorMessage("no such\ntenant"))
                .build()
                .toByteArray();

        assertThat(OtlpAnswer.ofSuccess(new byte[0])).isEqualTo(new OtlpAnswer(0, ""));
        assertThat(OtlpAnswer.ofSuccess(partial)).isEqualTo(new OtlpAnswer(2, "no such?tenant"));
        assertThatThrownBy(() -> OtlpAnswer.ofSuccess("<html>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(FormatException.class);
        // google.rpc.Status has its message in field 2.
        assertThat(OtlpAnswer.ofFailure(new byte[] {8, 3, 18, 2, 'n', 'o'})).isEqualTo(new OtlpAnswer(0, "no"));
        assertThat(OtlpAnswer.ofFailure("<html>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new OtlpAnswer(0, ""));
    }

    @Test
    @Tag("fuzz")
    void damagedAnswersAreErrorsOrHarmless() {
        Random random = new Random(11);
        for (int i = 0; i < Integer.getInteger("fuzz.cases", 1_000); i++) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            OtlpAnswer.ofFailure(bytes);
            try {
                OtlpAnswer answer = OtlpAnswer.ofSuccess(bytes);
                assertThat(answer.message()).doesNotContain("\n");
            } catch (FormatException e) {
                assertThat(e).hasMessageContaining("byte");
            }
        }
    }
}
