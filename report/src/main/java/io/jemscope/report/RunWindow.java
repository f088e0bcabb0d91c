package io.jemscope.report;

import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The run that a profile is of: what was sampled while it lasted. The profile's facts tell it, so a file tells it, too.
 *
 * @param name the run as a person knows it: its id, its label and how long it took
 * @param residentBytes the resident memory of the whole process when it began, in bytes
 */
public record RunWindow(String name, OptionalLong residentBytes) {

    /**
     * Reads it from a profile.
     *
     * @return the run; empty where the profile isn't of one
     */
    public static Optional<RunWindow> of(Profile profile) {
        ProfileMetadata facts = profile.metadata();
        return facts.get(ProfileMetadata.RUN)
                .map(name -> new RunWindow(Printable.of(name), facts.count(ProfileMetadata.RUN_RSS)));
    }

    /**
     * Writes it into a profile's facts.
     *
     * @param profile what was sampled while the run lasted
     * @return the same profile with these facts
     */
    public Profile addTo(Profile profile) {
        ProfileMetadata facts = profile.metadata().with(ProfileMetadata.RUN, name);
        if (residentBytes.isPresent()) {
            facts = facts.with(ProfileMetadata.RUN_RSS, Long.toString(residentBytes.getAsLong()));
        }
        return new Profile(profile.rate(), profile.samples(), profile.mappings(), facts);
    }

    /**
     * What the figures below are of.
     *
     * @return such as {@code Allocated during run 1763700000 (10 s) and still live}
     */
    public String title() {
        return "Allocated during run " + name + " and still live";
    }
}
