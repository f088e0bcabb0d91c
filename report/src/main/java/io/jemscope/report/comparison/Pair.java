package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.ProcessRun;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.time.Instant;
import java.util.Optional;

/**
 * Two profiles that are compared.
 *
 * @param before the earlier one
 * @param after the later one
 * @param sampleType what is compared
 * @param factor what the later one's figures are multiplied by
 * @param isOneProcess whether both are dumps of one run of one program, in this order; false for a sum of several dumps
 * @param countsEver whether both know what was freed
 */
record Pair(
        Profile before, Profile after, SampleType sampleType, double factor, boolean isOneProcess, boolean countsEver) {

    static Pair of(Profile before, Profile after, SampleType sampleType, boolean normalize) {
        double factor = 1;
        if (normalize) {
            double beforeTotal = sampleType.of(before.live(), before.accumulated());
            double afterTotal = sampleType.of(after.live(), after.accumulated());
            factor = beforeTotal > 0 && afterTotal > 0 ? beforeTotal / afterTotal : 1;
        }
        return new Pair(
                before,
                after,
                sampleType,
                factor,
                factor == 1 && !isSum(before) && !isSum(after) && isOneProcess(before.metadata(), after.metadata()),
                !before.accumulated().isNone() && !after.accumulated().isNone());
    }

    /** Of a sum only the time of its last dump is known. */
    private static boolean isSum(Profile profile) {
        return profile.dumpsOfOneProcess() > 1;
    }

    private static boolean isOneProcess(ProfileMetadata before, ProfileMetadata after) {
        Optional<Instant> earlier = before.instant(ProfileMetadata.TIME);
        Optional<Instant> later = after.instant(ProfileMetadata.TIME);
        ProcessRun run = ProcessRun.of(before);
        return earlier.isPresent()
                && later.isPresent()
                && !later.get().isBefore(earlier.get())
                && run.isKnown()
                && run.isLike(ProcessRun.of(after));
    }

    boolean isJudged() {
        return before.rate().isKnown() && after.rate().isKnown();
    }

    /** What grew was unseen on the later side, what shrank on the earlier one; so the greater of both bounds either. */
    double mostUnseenBytes() {
        double earlier = before.rate().mostUnseenBytes() * before.dumpsOfOneProcess();
        double later = after.rate().mostUnseenBytes() * after.dumpsOfOneProcess() * factor;
        return Math.max(earlier, later);
    }

    boolean isBytes() {
        return sampleType.isBytes();
    }

    boolean isAccumulated() {
        return sampleType.isAccumulated();
    }

    Amount amount(Sample sample) {
        return sampleType.amount(sample);
    }
}
