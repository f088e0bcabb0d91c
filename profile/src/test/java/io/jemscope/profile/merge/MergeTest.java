package io.jemscope.profile.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Dumps;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergeTest {

    private static String dump(String library, String pid, int bytes) {
        return """
                --- symbol
                # pid: %s
                # samples: 5
                # host: alpha
                0x4a45000000000000 a.B.c(B.java:1)
                ---
                heap_v2/1
                  t*: 2: %d [0: 0]
                @ 0x%s234 0x4a45000000000000
                  t*: 1: %d [0: 0]
                  t1: 1: %d [0: 0]
                @ 0x%s235
                  t*: 1: 7 [0: 0]

                MAPPED_LIBRARIES:
                %s000-%sfff r-xp 00000000 fe:00 1  /lib/a.so
                """.formatted(pid, bytes + 7, library, bytes, bytes, library, library, library);
    }

    @Test
    void addsUpEqualStacksWhereverTheirLibrariesLay() throws IOException {
        Profile merged = Merge.of(List.of(
                Dumps.read(dump("7f0000001", "1", 64)),
                Dumps.read(dump("7fff00001", "2", 100)),
                Dumps.read(dump("7f0000001", "3", 1_000))));

        assertThat(merged.samples()).hasSize(2);
        assertThat(merged.samples().get(0).live()).isEqualTo(new Amount(3, 1_164));
        assertThat(merged.samples().get(1).live()).isEqualTo(new Amount(3, 21));
        assertThat(merged.mappings()).hasSize(2);
        assertThat(merged.metadata().get("pid")).hasValue("1, 2, 3");
        assertThat(merged.metadata().get("host")).hasValue("alpha");
        assertThat(merged.metadata().count(ProfileMetadata.SAMPLES)).hasValue(15);
        assertThat(merged.metadata().count(ProfileMetadata.HEADER_BYTES)).hasValue(1_185);
        assertThat(merged.metadata().count(ProfileMetadata.MERGED)).hasValue(3);
        assertThat(merged.dumpsOfOneProcess()).isEqualTo(1);
    }

    @Test
    void losesNothing() throws IOException {
        Profile one = Dumps.read(new String(Dumps.resource("threads.heap_v2"), StandardCharsets.UTF_8));
        Profile other = Dumps.read(new String(Dumps.resource("jvm.heap_v2"), StandardCharsets.UTF_8));

        Profile merged = Merge.of(List.of(one, other, one));

        // They may be of one process.
        assertThat(merged.dumpsOfOneProcess()).isEqualTo(3);
        assertThat(Merge.of(List.of(merged, one)).dumpsOfOneProcess()).isEqualTo(4);
        assertThat(merged.live().bytes())
                .isCloseTo(2 * one.live().bytes() + other.live().bytes(), within(1e-3));
        assertThat(merged.accumulated().objects())
                .isCloseTo(2 * one.accumulated().objects(), within(1e-3));
        assertThat(merged.samples())
                .hasSize(one.samples().size() + other.samples().size());
    }

    @Test
    void claimsNoErrorForDifferentRates() throws IOException {
        Profile one = Dumps.read("heap_v2/1024\n  t*: 0: 0 [0: 0]\n");
        Profile other = Dumps.read("heap_v2/2048\n  t*: 0: 0 [0: 0]\n");

        Profile merged = Merge.of(List.of(one, other));

        assertThat(merged.rate()).isEqualTo(SampleRate.UNKNOWN);
        assertThat(merged.metadata().get(ProfileMetadata.RATE)).isEmpty();
        assertThat(merged.metadata().get(ProfileMetadata.MAPS)).hasValue(ProfileMetadata.MISSING);
    }

    @Test
    void whatIsNotKnownOfADumpMayBeAnyProcess() {
        Profile one = withFacts(
                Map.of(ProfileMetadata.HOST, "alpha", ProfileMetadata.PID, "1", ProfileMetadata.PROGRAM_START, "1000"));
        Profile again = withFacts(
                Map.of(ProfileMetadata.HOST, "alpha", ProfileMetadata.PID, "1", ProfileMetadata.PROGRAM_START, "9000"));
        Profile later = withFacts(Map.of(
                ProfileMetadata.HOST, "alpha", ProfileMetadata.PID, "1", ProfileMetadata.PROGRAM_START, "99000"));
        Profile other = withFacts(
                Map.of(ProfileMetadata.HOST, "alpha", ProfileMetadata.PID, "2", ProfileMetadata.PROGRAM_START, "1000"));
        Profile beta = withFacts(
                Map.of(ProfileMetadata.HOST, "beta", ProfileMetadata.PID, "1", ProfileMetadata.PROGRAM_START, "1000"));
        Profile onlyPid = withFacts(Map.of(ProfileMetadata.PID, "1"));
        Profile unknown = withFacts(Map.of());

        assertThat(ofOneProcess(one, unknown)).isEqualTo(2);
        assertThat(ofOneProcess(one, onlyPid)).isEqualTo(2);
        assertThat(ofOneProcess(onlyPid, unknown, one)).isEqualTo(3);
        assertThat(ofOneProcess(one, again)).isEqualTo(2);
        // One of them at most is the process that nothing is known of.
        assertThat(ofOneProcess(unknown, one, other, beta, later)).isEqualTo(2);
        assertThat(ofOneProcess(onlyPid, one, beta, later)).isEqualTo(2);
        assertThat(ofOneProcess(onlyPid, other)).isEqualTo(1);
        assertThat(ofOneProcess(one, other, beta, later)).isEqualTo(1);
    }

    @Test
    void aSumOfSeveralProcessesMayHoldAnotherDumpOfEach() {
        Profile one = withFacts(
                Map.of(ProfileMetadata.HOST, "alpha", ProfileMetadata.PID, "1", ProfileMetadata.PROGRAM_START, "1000"));
        Profile other = withFacts(
                Map.of(ProfileMetadata.HOST, "alpha", ProfileMetadata.PID, "2", ProfileMetadata.PROGRAM_START, "1000"));
        Profile sum = Merge.of(List.of(one, other));

        assertThat(sum.dumpsOfOneProcess()).isEqualTo(1);
        assertThat(ofOneProcess(sum, one)).isEqualTo(2);
    }

    private static int ofOneProcess(Profile... profiles) {
        return Merge.of(List.of(profiles)).dumpsOfOneProcess();
    }

    private static Profile withFacts(Map<String, String> facts) {
        return new Profile(new SampleRate(512), List.of(), List.of(), new ProfileMetadata(facts));
    }

    @Test
    void addsUpWhatCountsAlsoWhereItIsEqual() {
        Map<String, String> facts = Map.of(
                "log.allocations", "5", "log.duration", "1500", "unfiltered.bytes", "64", "unfiltered.objects", "1");

        ProfileMetadata joined =
                Merge.of(List.of(withFacts(facts), withFacts(facts))).metadata();

        assertThat(joined.count("log.allocations")).hasValue(10);
        assertThat(joined.count("log.duration")).hasValue(3_000);
        assertThat(joined.count(ProfileMetadata.UNFILTERED_BYTES)).hasValue(128);
        assertThat(joined.count(ProfileMetadata.UNFILTERED_OBJECTS)).hasValue(2);
    }

    @Test
    void leavesACountOutThatNoNumberHolds() {
        Profile most = withFacts(Map.of(ProfileMetadata.SAMPLES, Long.toString(Long.MAX_VALUE)));
        Profile one = withFacts(Map.of(ProfileMetadata.SAMPLES, "1"));

        assertThat(Merge.of(List.of(most, one)).metadata().get(ProfileMetadata.SAMPLES))
                .isEmpty();
    }

    @Test
    void leavesOneAloneAndRefusesNone() {
        Profile profile = Fixtures.everyKindOfFrame();

        assertThat(Merge.of(List.of(profile))).isSameAs(profile);
        assertThatThrownBy(() -> Merge.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
