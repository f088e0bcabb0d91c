package io.jemscope.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Identifies one run of a program and its dumps. A restarted program is another run.
 *
 * @param host the machine; empty if it isn't known
 * @param pid the process's number; empty if it isn't known
 * @param start when it was started; empty if it isn't known
 * @param main what was started; empty if it isn't known
 */
public record ProcessRun(String host, String pid, Optional<Instant> start, String main) {

    /** A JVM works out its start from its uptime, each time a little differently; a clock may be set meanwhile. */
    private static final Duration SAME_START = Duration.ofSeconds(10);

    /**
     * The run that a profile is of.
     *
     * @param facts the profile's
     */
    public static ProcessRun of(ProfileMetadata facts) {
        return new ProcessRun(
                facts.get(ProfileMetadata.HOST).orElse(""),
                facts.get(ProfileMetadata.PID).orElse(""),
                facts.instant(ProfileMetadata.PROGRAM_START),
                facts.get(ProfileMetadata.MAIN).orElse(""));
    }

    /**
     * Whether the same facts are known of both runs, and all are equal.
     *
     * @return whether they look alike
     */
    public boolean isLike(ProcessRun other) {
        return host.equals(other.host)
                && pid.equals(other.pid)
                && start.isPresent() == other.start.isPresent()
                && (start.isEmpty() || isSameStart(start.get(), other.start.get()));
    }

    /**
     * Whether two starts of a program may be the same one.
     *
     * @param one a start as one dump has it
     * @param other a start as another dump has it
     * @return whether they differ by no more than the inexactness of a start
     */
    public static boolean isSameStart(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(SAME_START) <= 0;
    }

    /**
     * Whether the run is known.
     *
     * @return whether its process and its start are known
     */
    public boolean isKnown() {
        return !pid.isEmpty() && start.isPresent();
    }

    /**
     * The run in a few words.
     *
     * @return such as {@code process 4711 (com.example.Main)}
     */
    public String text() {
        String process = pid.isEmpty() ? "a process that isn't named" : "process " + pid;
        return main.isEmpty() ? process : process + " (" + main + ")";
    }
}
