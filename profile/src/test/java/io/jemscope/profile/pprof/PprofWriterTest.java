package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.pprof.proto.PprofProto;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The writer's output, read by protobuf's own classes. */
class PprofWriterTest {

    private static PprofProto.Profile write(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(profile, out);
        return PprofProto.Profile.parseFrom(new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())));
    }

    private static List<String> types(PprofProto.Profile message) {
        List<String> types = new ArrayList<>();
        for (PprofProto.ValueType type : message.getSampleTypeList()) {
            types.add(text(message, type.getType()) + "/" + text(message, type.getUnit()));
        }
        return types;
    }

    private static String text(PprofProto.Profile message, long number) {
        return message.getStringTable((int) number);
    }

    @Test
    void writesTheSampleTypesOfGo() throws IOException {
        PprofProto.Profile message = write(Fixtures.everyKindOfFrame());

        assertThat(types(message))
                .containsExactly(
                        "alloc_objects/count", "alloc_space/bytes", "inuse_objects/count", "inuse_space/bytes");
        assertThat(message.getSample(0).getValueList()).containsExactly(30L, 19_999_930L, 3L, 1_999_993L);
        assertThat(text(message, message.getDefaultSampleType())).isEqualTo("inuse_space");
        assertThat(text(message, message.getPeriodType().getType())).isEqualTo("space");
        assertThat(text(message, message.getPeriodType().getUnit())).isEqualTo("bytes");
        assertThat(message.getPeriod()).isEqualTo(524_288);
    }

    @Test
    void leavesAccumulatedTypesOutWhereNothingWasAccumulated() throws IOException {
        PprofProto.Profile message = write(Fixtures.random(1, 10));

        assertThat(types(message)).containsExactly("inuse_objects/count", "inuse_space/bytes");
        assertThat(message.getSampleList()).allMatch(sample -> sample.getValueCount() == 2);
    }

    @Test
    void numbersEverythingFromOneWithoutGaps() throws IOException {
        PprofProto.Profile message = write(Fixtures.everyKindOfFrame());

        assertThat(message.getStringTable(0)).isEmpty();
        assertThat(message.getStringTableList()).doesNotHaveDuplicates();
        assertThat(message.getMappingList())
                .extracting(PprofProto.Mapping::getId)
                .isEqualTo(upTo(5));
        assertThat(message.getLocationList())
                .extracting(PprofProto.Location::getId)
                .isEqualTo(upTo(message.getLocationCount()));
        assertThat(message.getFunctionList())
                .extracting(PprofProto.Function::getId)
                .isEqualTo(upTo(message.getFunctionCount()));
        assertThat(message.getLocationCount()).isEqualTo(12);
    }

    private static List<Long> upTo(int last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void writesMappingsWithTheProgramFirst() throws IOException {
        PprofProto.Profile message = write(Fixtures.everyKindOfFrame());

        assertThat(message.getMappingList())
                .extracting(mapping -> text(message, mapping.getFilename()))
                .containsExactly("/opt/jdk/bin/java", "/tmp/libz.so (deleted)", "", "[java]", "[jemscope markers]");
        PprofProto.Mapping program = message.getMapping(0);
        assertThat(text(message, program.getBuildId())).isEqualTo("00ff");
        assertThat(program.getHasFunctions()).isFalse();
        PprofProto.Mapping library = message.getMapping(1);
        assertThat(library.getMemoryStart()).isEqualTo(0x7f00_0000_0000L);
        assertThat(library.getMemoryLimit()).isEqualTo(0x7f00_0001_0000L);
        assertThat(library.getFileOffset()).isEqualTo(0x1000);
        assertThat(library.getHasFunctions()).isTrue();
        assertThat(library.getHasFilenames()).isFalse();
        assertThat(library.getHasInlineFrames()).isTrue();
    }

    @Test
    void writesJavaFramesAsReadersShowThem() throws IOException {
        PprofProto.Profile message = write(Fixtures.everyKindOfFrame());

        PprofProto.Location location = message.getLocation(6);
        assertThat(location.getAddress()).isEqualTo(0x4a45_0000_0000_0001L);
        assertThat(location.getLine(0).getLine()).isEqualTo(45);
        PprofProto.Function function =
                message.getFunction((int) location.getLine(0).getFunctionId() - 1);
        assertThat(text(message, function.getName())).isEqualTo("Foo$$Lambda.<init>");
        assertThat(text(message, function.getFilename())).isEqualTo("Foo.java");
        assertThat(function.getStartLine()).isZero();
    }

    @Test
    void writesLabelsCommentsAndTimes() throws IOException {
        PprofProto.Profile message = write(Fixtures.everyKindOfFrame());

        assertThat(message.getSample(0).getLabelList())
                .extracting(label -> text(message, label.getKey()) + "=" + text(message, label.getStr()))
                .containsExactly("kind=java", "thread=main; or not");
        assertThat(message.getCommentList())
                .extracting(comment -> text(message, comment))
                .containsExactly(
                        "jemscope: 1",
                        "command: java -jar a: b.jar\nsecond line",
                        "program.start: 1767225600000",
                        "time: 1767225660500");
        assertThat(message.getTimeNanos()).isEqualTo(1_767_225_660_500_000_000L);
        assertThat(message.getDurationNanos()).isEqualTo(60_500_000_000L);
    }

    @Test
    void writesAnEmptyProfile() throws IOException {
        PprofProto.Profile message =
                write(new Profile(SampleRate.EVERY_ALLOCATION, List.of(), List.of(), ProfileMetadata.UNKNOWN));

        assertThat(types(message)).containsExactly("inuse_objects/count", "inuse_space/bytes");
        assertThat(message.getSampleCount()).isZero();
    }

    @Test
    void writesFiguresBeyondWholeNumbersAsTheLargest() throws IOException {
        Sample huge = new Sample(List.of(), new Amount(1, 1e300), Amount.NONE, Map.of());
        PprofProto.Profile message = write(
                new Profile(SampleRate.EVERY_ALLOCATION, List.of(huge, huge), List.of(), ProfileMetadata.UNKNOWN));

        assertThat(message.getSample(1).getValueList()).containsExactly(1L, Long.MAX_VALUE);
    }
}
