package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Nameless;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
        Map<String, Double> bytes = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            Map<String, Nameless> met = new LinkedHashMap<>();
            for (Location location : sample.stack()) {
                for (Frame frame : location.frames()) {
                    String library = frame instanceof UnknownFrame unknown ? unknown.library() : null;
                    Nameless reason = library == null ? null : reasons.get(library);
                    if (library != null && reason != null) {
                        met.put(library, reason);
                    }
                }
            }
            for (String file : met.keySet()) {
                bytes.merge(file, sample.live().bytes(), Double::sum);
            }
        }
        List<NamelessFile> files = new ArrayList<>();
        for (Map.Entry<String, Double> entry : bytes.entrySet()) {
            Nameless reason = reasons.get(entry.getKey());
            if (reason != null) {
                files.add(new NamelessFile(entry.getKey(), reason, entry.getValue()));
            }
        }
        files.sort((one, other) -> Double.compare(other.liveBytes, one.liveBytes));
        return files;
    }
}
