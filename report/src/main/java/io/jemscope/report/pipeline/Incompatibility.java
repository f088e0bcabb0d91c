package io.jemscope.report.pipeline;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import java.util.Optional;

/** Why a profile, or the difference of two, can't be reported as requested. */
public enum Incompatibility {
    /** The report counts all allocations, and the profile lacks the freed ones. */
    PROFILE_WITHOUT_FREED,
    /** The base lacks freed allocations: all of the profile's would seem new. */
    BASE_WITHOUT_FREED,
    /** Only one of the two is a log of allocations: a log has freed memory and no live memory. */
    ONE_IS_A_LOG,
    /** The profile is itself a difference, and the format has no negative figures. */
    NEGATIVE_FIGURES,
    /** Some stacks of the profile have less than in the base, and the format has no negative figures. */
    SHRINKAGE,
    /** The base is itself a difference. */
    BASE_IS_DIFFERENCE;

    /** Why {@code type} can't be counted in a profile; empty if it can. */
    public static Optional<Incompatibility> to(SampleType type, Profile profile) {
        return knows(profile, type) ? Optional.empty() : Optional.of(PROFILE_WITHOUT_FREED);
    }

    /** Why {@code type} can't be counted in the difference between a profile and its base; empty if it can. */
    public static Optional<Incompatibility> to(SampleType type, Profile profile, Profile base) {
        if (isLog(profile) != isLog(base)) {
            return Optional.of(ONE_IS_A_LOG);
        }
        Optional<Incompatibility> ofProfile = to(type, profile);
        return ofProfile.isPresent() || knows(base, type) ? ofProfile : Optional.of(BASE_WITHOUT_FREED);
    }

    /** An empty profile counts as known. */
    private static boolean knows(Profile profile, SampleType type) {
        return !type.isAccumulated()
                || !profile.accumulated().isNone()
                || profile.live().isNone();
    }

    /** Whether a profile is a log of allocations, which can only be compared with another log. */
    public static boolean isLog(Profile profile) {
        return profile.metadata().get(ProfileMetadata.LOG_ALLOCATIONS).isPresent();
    }
}
