package io.jemscope.report.verdict;

import io.jemscope.profile.Estimate;
import java.time.Duration;
import java.util.List;

/**
 * What a site is.
 *
 * @param site its name
 * @param kind what it is
 * @param evidence what that rests on
 * @param why the reason, as the end of a sentence
 * @param live its bytes in the last dump
 * @param perHour how fast it grew over the time that was seen, in bytes an hour
 * @param span from its first block to the last dump
 * @param horizon for how long the blocks that weren't freed were watched; zero if frees weren't seen
 * @param until how much longer it takes until more can be said; zero if the verdict stands
 * @param cleaned whether its blocks are freed when a collection finds their Java objects dead
 * @param callers the application's frames above it, those that hold most first
 */
public record SiteVerdict(
        String site,
        Kind kind,
        Evidence evidence,
        String why,
        Estimate live,
        Estimate perHour,
        Duration span,
        Duration horizon,
        Duration until,
        boolean cleaned,
        List<String> callers) {

    /** The verdicts. */
    public enum Kind {
        /** It grows all the time, and what is old stays. */
        LEAK("leak"),
        /** It looks like one, but its blocks are freed by collections, and no complete one is known. */
        UNCOLLECTED("uncollected"),
        /** It grew, and slows down or grows in steps: a cache that fills or a pool that warms up. */
        FILLING("filling"),
        /** It grew; more time must pass. */
        TOO_EARLY("too early"),
        /** Its old blocks are freed. */
        TURNING_OVER("turning over"),
        /** It did not grow. */
        STEADY("steady");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The verdict in words. */
        public String text() {
            return text;
        }
    }
}
