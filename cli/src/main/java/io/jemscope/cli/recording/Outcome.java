package io.jemscope.cli.recording;

import io.jemscope.profile.Profile;
import java.util.List;

/**
 * How a recording ended.
 *
 * @param exitCode the program's exit code, 128 and the signal's number where a signal ended it
 * @param profiles what was recorded, a profile for each JVM, the one that holds most first; empty where nothing was
 */
public record Outcome(int exitCode, List<Profile> profiles) {

    /**
     * Keeps the list unchangeable.
     *
     * @param exitCode the program's exit code
     * @param profiles what was recorded; copied
     */
    public Outcome {
        profiles = List.copyOf(profiles);
    }
}
