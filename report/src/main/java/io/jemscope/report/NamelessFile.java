package io.jemscope.report;

import io.jemscope.profile.UnsymbolizedReason;
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
public record NamelessFile(String file, UnsymbolizedReason reason, double liveBytes) {

    /**
     * Lists such files.
     *
     * @param reasons why files have no names
     * @param bytes what goes through them
     * @return those that stacks go through, the one with the most bytes first
     */
    static List<NamelessFile> of(Map<String, UnsymbolizedReason> reasons, NamelessBytes bytes) {
        List<NamelessFile> files = new ArrayList<>();
        for (String file : bytes.met()) {
            UnsymbolizedReason reason = reasons.get(file);
            if (reason != null) {
                files.add(new NamelessFile(file, reason, bytes.liveBytes(file)));
            }
        }
        files.sort((one, other) -> Double.compare(other.liveBytes, one.liveBytes));
        return files;
    }
}
