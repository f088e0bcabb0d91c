package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.jemscope.profile.Fixtures;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules refuse what breaks them. */
class OtlpRulesTest {

    private static final byte[] GOOD = OtlpWriter.write(
            Fixtures.everyKindOfFrame(), Map.of("service.name", "shop"), Instant.EPOCH.plusSeconds(1), new byte[1]);

    @Test
    void theUnchangedRequestIsGood() {
        assertThatCode(() -> OtlpRules.read(GOOD)).doesNotThrowAnyException();
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                dictionary("string 0 isn't empty", each -> each.setStringTable(0, "x")),
                dictionary(
                        "string_table has duplicates",
                        each -> each.addStringTable("shop-x").addStringTable("shop-x")),
                dictionary("is referred to by nothing", each -> each.addStringTable("orphan")),
                dictionary("function_table[0]", each -> each.setFunctionTable(0, each.getFunctionTable(1))),
                dictionary(
                        "in a table of",
                        each -> each.setFunctionTable(
                                1, Function.newBuilder().setNameStrindex(9_999).build())),
                dictionary("in a table of", each -> each.getStackTableBuilder(1).setLocationIndices(0, -1)),
                dictionary(
                        "outside its mapping",
                        each -> each.getLocationTableBuilder(1).setAddress(1)),
                profile("an id of 15 bytes", each -> each.setProfileId(ByteString.copyFrom(new byte[15]))),
                profile("an id of 16 bytes, or of zeros", each -> each.setProfileId(ByteString.copyFrom(new byte[16]))),
                profile("a payload without its format", each -> each.setOriginalPayloadFormat("pprof")),
                profile(
                        "a sample of another shape",
                        each -> each.getSamplesBuilder(0).clearValues()),
                profile("two samples with one identity", each -> each.addSamples(each.getSamples(0))),
                profile("two attributes", each -> each.addAttributeIndices(each.getAttributeIndices(0))),
                profile("a profile without a time", Profile.Builder::clearTimeUnixNano),
                request(
                        "no service.name",
                        each -> each.getResourceProfilesBuilder(0).clearResource()),
                request(
                        "unknown fields in Sample",
                        each -> profile(each)
                                .getSamplesBuilder(0)
                                .setUnknownFields(UnknownFieldSet.newBuilder()
                                        .addField(
                                                99,
                                                UnknownFieldSet.Field.newBuilder()
                                                        .addVarint(1)
                                                        .build())
                                        .build())),
                request("an empty request", ExportProfilesServiceRequest.Builder::clearResourceProfiles));
    }

    private static Arguments request(String message, Consumer<ExportProfilesServiceRequest.Builder> fault) {
        return Arguments.of(message, fault);
    }

    private static Arguments dictionary(String message, Consumer<ProfilesDictionary.Builder> fault) {
        return request(message, each -> fault.accept(each.getDictionaryBuilder()));
    }

    private static Arguments profile(String message, Consumer<Profile.Builder> fault) {
        return request(message, each -> fault.accept(profile(each)));
    }

    private static Profile.Builder profile(ExportProfilesServiceRequest.Builder request) {
        return request.getResourceProfilesBuilder(0).getScopeProfilesBuilder(0).getProfilesBuilder(0);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultIsFound(String message, Consumer<ExportProfilesServiceRequest.Builder> fault) throws Exception {
        ExportProfilesServiceRequest.Builder request = ExportProfilesServiceRequest.parseFrom(GOOD).toBuilder();
        fault.accept(request);

        assertThatThrownBy(() -> OtlpRules.read(request.build().toByteArray()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsNoMessageIsRefused() {
        assertThatThrownBy(() -> OtlpRules.read(new byte[] {1, 2, 3}))
                .hasMessageContaining("not an ExportProfilesServiceRequest");
    }
}
