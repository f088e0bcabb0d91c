package io.jemscope.report.trend;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import java.time.Instant;

/**
 * A profile and when it was taken.
 *
 * @param profile the profile, with its frames known
 * @param time when it was taken
 * @param isTimeOfFile whether the time is but that of its file, since the profile itself doesn't tell
 */
public record TimedProfile(Profile profile, Instant time, boolean isTimeOfFile) {

    /**
     * Takes the time from the profile's facts.
     *
     * @param profile the profile, with its frames known
     * @param fileTime when its file was written, for profiles that don't tell
     * @return the profile with its time
     */
    public static TimedProfile of(Profile profile, Instant fileTime) {
        return profile.provenance()
                .instant(Provenance.TIME)
                .map(time -> new TimedProfile(profile, time, false))
                .orElse(new TimedProfile(profile, fileTime, true));
    }
}
