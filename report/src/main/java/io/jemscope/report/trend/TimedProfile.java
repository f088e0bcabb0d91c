package io.jemscope.report.trend;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * A profile and when it was taken.
 *
 * @param profile the profile, with its frames known
 * @param time when it was taken
 * @param isTimeOfFile whether the time is but that of its file, since the profile itself doesn't tell
 * @param place its place among the dumps of its process, as their names number them; empty where its name has no number.
 *     Names are surer than the times of files, which change when files are copied
 */
public record TimedProfile(Profile profile, Instant time, boolean isTimeOfFile, OptionalInt place) {

    /**
     * A profile whose name has no number.
     *
     * @param profile the profile, with its frames known
     * @param time when it was taken
     * @param isTimeOfFile whether the time is but that of its file
     */
    public TimedProfile(Profile profile, Instant time, boolean isTimeOfFile) {
        this(profile, time, isTimeOfFile, OptionalInt.empty());
    }

    /**
     * Takes the time from the profile's facts.
     *
     * @param profile the profile, with its frames known
     * @param fileTime when its file was written, for profiles that don't tell
     */
    public static TimedProfile of(Profile profile, Instant fileTime) {
        return profile.metadata()
                .instant(ProfileMetadata.TIME)
                .map(time -> new TimedProfile(profile, time, false))
                .orElse(new TimedProfile(profile, fileTime, true));
    }

    /**
     * The same with its place.
     *
     * @param number its place among the dumps of its process
     */
    public TimedProfile at(int number) {
        return new TimedProfile(profile, time, isTimeOfFile, OptionalInt.of(number));
    }
}
