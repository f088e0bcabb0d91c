package io.jemscope.profile;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * When memory was allocated, within a span. The native library writes it as the last word of a stack, which splits the
 * stack's live memory by age: {@code 0x4A42} in the upper 16 bits, then 8 bits w and 40 bits s, for the 2^w seconds that
 * begin s seconds after 1970. In a {@link Sample} it is the label {@value #LABEL}, an interval of ISO 8601 such as {@code
 * 2026-11-23T10:00:00Z/PT16S}.
 *
 * @param from when the span begins
 * @param span how long it is; at least a second
 */
public record Birth(Instant from, Duration span) {

    /** The label's key. */
    public static final String LABEL = "born";

    private static final int LONGEST = 30;

    /** The birth of an address that {@link PseudoAddress#isBirth is one}. */
    public static Birth ofAddress(long address) {
        int width = (int) Math.min(LONGEST, address >>> 40 & 0xff);
        return new Birth(Instant.ofEpochSecond(address & ((1L << 40) - 1)), Duration.ofSeconds(1L << width));
    }

    /** The birth in a sample's labels; empty if they have none, or one that can't be read. */
    public static Optional<Birth> of(Map<String, String> labels) {
        String text = labels.getOrDefault(LABEL, "");
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        try {
            Birth birth = new Birth(Instant.parse(text.substring(0, slash)), Duration.parse(text.substring(slash + 1)));
            return birth.span.isNegative() || birth.span.isZero() ? Optional.empty() : Optional.of(birth);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** When the span ends. */
    public Instant to() {
        return from.plus(span);
    }

    /** The label's value. */
    @Override
    public String toString() {
        return from + "/" + span;
    }
}
