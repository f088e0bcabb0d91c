package io.jemscope.report;

import io.jemscope.profile.Nameless;
import io.jemscope.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A file whose functions have no names, as far as stacks go through them.
 *
 * @param file the file, as the process mapped it
 * @param reason why
 * @param liveBytes what is held by stacks with such a function, in bytes; a stack counts for each file it goes through
 */
public record NamelessFile(String file, Nameless reason, double liveBytes) {

    /**
     * Lists such files.
     *
     * @param profile the profile, with its frames known
     * @return those that the profile tells a reason of, the one with the most bytes first
     */
    static List<NamelessFile> of(Profile profile) {
        Map<String, Nameless> reasons = Nameless.of(profile.provenance());
        if (reasons.isEmpty()) {
            return List.of();
        }
        NamelessSets sets = new NamelessSets(profile.compact(), reasons.keySet());
        List<NamelessFile> files = new ArrayList<>();
        for (String file : sets.met()) {
            Nameless reason = reasons.get(file);
            if (reason != null) {
                files.add(new NamelessFile(file, reason, sets.liveBytes(file)));
            }
        }
        files.sort((one, other) -> Double.compare(other.liveBytes, one.liveBytes));
        return files;
    }
}
