package io.jemscope.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One life of a process. Two are the same if host, number and start are.
 *
 * @param host the machine or container; empty if unknown
 * @param pid its number there
 * @param started when it started, to the millisecond
 * @param program the main class or jar; empty if unknown
 */
public record ProcessIdentity(String host, long pid, Instant started, String program)
        implements Comparable<ProcessIdentity> {

    public ProcessIdentity {
        started = started.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public int compareTo(ProcessIdentity other) {
        int order = started.compareTo(other.started);
        order = order != 0 ? order : Long.compare(pid, other.pid);
        return order != 0 ? order : host.compareTo(other.host);
    }

    // Written out: what the JVM makes for records is spun from method handles, and this runs in the target.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProcessIdentity that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(started) * 31 + Long.hashCode(pid);
    }
}
