package io.jemscope.report.pipeline;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import java.util.Optional;

/** Why a profile, or the difference of two, can't be reported as asked. Checked before profiles are transformed. */
public enum Incompatibility {
    /** What was ever asked for is wanted, and the profile doesn't know what was freed. */
    PROFILE_WITHOUT_FREED,
    /** The same of what is to be taken off: all that the profile has would seem to have come since. */
    BASE_WITHOUT_FREED,
    /** One of the two alone is a log of allocations, which has what was freed while it was on, and nothing that is held. */
    ONE_IS_A_LOG,
    /** The profile is a difference, and the form has no negative figures. */
    NEGATIVE_FIGURES,
    /** What is to be taken off is itself a difference. */
    BASE_IS_DIFFERENCE;

    /**
     * What prevents counting.
     *
     * @param measure what is to be counted
     * @return what it is; empty where nothing does
     */
    public static Optional<Incompatibility> to(SampleType measure, Profile profile) {
        return knows(profile, measure) ? Optional.empty() : Optional.of(PROFILE_WITHOUT_FREED);
    }

    /**
     * What prevents counting a difference.
     *
     * @param measure what is to be counted
     * @param base what is to be taken off
     * @return what it is; empty where nothing does
     */
    public static Optional<Incompatibility> to(SampleType measure, Profile profile, Profile base) {
        if (isLog(profile) != isLog(base)) {
            return Optional.of(ONE_IS_A_LOG);
        }
        Optional<Incompatibility> ofProfile = to(measure, profile);
        return ofProfile.isPresent() || knows(base, measure) ? ofProfile : Optional.of(BASE_WITHOUT_FREED);
    }

    /** A profile of nothing at all has nothing that it could know. */
    private static boolean knows(Profile profile, SampleType measure) {
        return !measure.isAccumulated()
                || !profile.accumulated().isNone()
                || profile.live().isNone();
    }

    /** Whether it is a log of allocations, which can be held against another one alone. */
    public static boolean isLog(Profile profile) {
        return profile.metadata().get(ProfileMetadata.LOG_ALLOCATIONS).isPresent();
    }
}
