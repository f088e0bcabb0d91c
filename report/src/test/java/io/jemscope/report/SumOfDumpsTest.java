package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.merge.Merge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dumps of one process share samples, so that their errors add up; those of several processes cancel out in part. */
class SumOfDumpsTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);

    private static Profile dump(String pid) {
        List<Sample> samples = List.of(
                StackBuilder.stack().in("malloc").at("com.example.Cache.put:9").live(RATE, 50, 50 * 4_096L));
        ProfileMetadata facts = ProfileMetadata.UNKNOWN
                .with(ProfileMetadata.HOST, "alpha")
                .with(ProfileMetadata.PID, pid)
                .with(ProfileMetadata.PROGRAM_START, "1700000000000");
        return new Profile(RATE, samples, List.of(), facts);
    }

    private static AllocationSites sites(Profile profile) {
        return AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);
    }

    @Test
    void ofOneProcessTheRangeIsThatOfTheSameBlocksInAll() {
        AllocationSites one = sites(dump("1"));
        Profile sum = Merge.of(List.of(dump("1"), dump("1"), dump("1"), dump("1")));
        Estimate all = sites(sum).sites().get(0).liveBytes();
        Estimate each = one.sites().get(0).liveBytes();

        assertThat(all.low()).isCloseTo(4 * each.low(), within(1.0));
        assertThat(all.high()).isCloseTo(4 * each.high(), within(1.0));
        assertThat(sites(sum).mostUnseenBytes()).isEqualTo(4 * one.mostUnseenBytes());
        assertThat(Threads.of(sum, SampleType.LIVE_BYTES)
                        .rows()
                        .get(0)
                        .liveBytes()
                        .high())
                .isCloseTo(all.high(), within(1.0));
        assertThat(ProfileQuality.of(sum).live().high()).isCloseTo(all.high(), within(1.0));
        assertThat(ProfileQualityText.print(ProfileQuality.of(sum))).contains("4 of the files may be of one process");
    }

    @Test
    void ofSeveralProcessesErrorsAreIndependent() {
        Estimate each = sites(dump("1")).sites().get(0).liveBytes();
        Profile sum = Merge.of(List.of(dump("1"), dump("2"), dump("3"), dump("4")));

        assertThat(sites(sum).sites().get(0).liveBytes().standardError())
                .isCloseTo(2 * each.standardError(), within(1.0));
        assertThat(ProfileQualityText.print(ProfileQuality.of(sum))).doesNotContain("of one process");
    }
}
