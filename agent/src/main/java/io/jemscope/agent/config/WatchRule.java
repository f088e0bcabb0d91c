package io.jemscope.agent.config;

import java.time.Duration;

/**
 * When a bundle is made: one word of the setting {@code watch}; {@code docs/watch.md} lists them.
 *
 * @param text as it was written, such as {@code rss:85%}
 * @param threshold bytes, or a per cent; 0 where the measure has none
 * @param isShare whether the threshold is a per cent of the limit
 * @param span the time that growth is seen in, or between two bundles of a schedule; zero for the others
 */
public record WatchRule(String text, Measure measure, double threshold, boolean isShare, Duration span) {

    /** What a rule looks at. */
    public enum Measure {
        /** Resident memory, or as a share: what the container has taken of its limit. */
        RSS,
        /** What the program holds of jemalloc. */
        ALLOCATED,
        /** How much resident memory has grown within the span. */
        GROWTH,
        /** How much of the last minute some thread waited for memory. */
        PRESSURE,
        /** A schedule. */
        EVERY,
        /** The JVM could get no memory from the system, for a thread or for classes. */
        OOM,
        /** The program ends, by itself or by a signal such as SIGTERM. */
        EXIT
    }

    /** What {@code watch=true} stands for: a healthy program meets none of these. */
    static final String USUAL = "rss:80% rss:95% pressure:40% oom";

    private static final Duration LONGEST = Duration.ofDays(366);

    private static final int MOST_PERCENT = 100;

    static WatchRule parse(String word) throws BadValue {
        int colon = word.indexOf(':');
        String name = colon < 0 ? word : word.substring(0, colon);
        String value = colon < 0 ? "" : word.substring(colon + 1);
        return switch (name) {
            case "rss" ->
                value.endsWith("%") ? share(word, Measure.RSS, value) : amount(word, Measure.RSS, value, Duration.ZERO);
            case "allocated" -> amount(word, Measure.ALLOCATED, value, Duration.ZERO);
            case "growth" -> growth(word, value);
            case "pressure" -> share(word, Measure.PRESSURE, value);
            case "every" -> new WatchRule(word, Measure.EVERY, 0, false, span(word, value));
            case "oom" -> without(word, Measure.OOM, colon);
            case "exit" -> without(word, Measure.EXIT, colon);
            default -> throw unknown(word);
        };
    }

    private static WatchRule growth(String word, String value) throws BadValue {
        int slash = value.indexOf('/');
        if (slash < 0) {
            throw unknown(word);
        }
        return amount(word, Measure.GROWTH, value.substring(0, slash), span(word, value.substring(slash + 1)));
    }

    private static WatchRule amount(String word, Measure measure, String value, Duration span) throws BadValue {
        if (value.isEmpty()) {
            throw unknown(word);
        }
        return new WatchRule(word, measure, (Long) Kind.BYTES.parse(value), false, span);
    }

    private static WatchRule share(String word, Measure measure, String value) throws BadValue {
        int percent = 0;
        if (value.length() > 1 && value.length() <= 4 && value.endsWith("%")) {
            for (int i = 0; i < value.length() - 1; i++) {
                int digit = value.charAt(i) - '0';
                percent = digit < 0 || digit > 9 ? -1_000_000 : 10 * percent + digit;
            }
        }
        if (percent < 1 || percent > MOST_PERCENT) {
            throw unknown(word);
        }
        return new WatchRule(word, measure, percent, true, Duration.ZERO);
    }

    private static WatchRule without(String word, Measure measure, int colon) throws BadValue {
        if (colon >= 0) {
            throw unknown(word);
        }
        return new WatchRule(word, measure, 0, false, Duration.ZERO);
    }

    /** Shorter than a second isn't seen. */
    private static Duration span(String word, String value) throws BadValue {
        Duration span = value.isEmpty() ? Duration.ZERO : (Duration) Kind.DURATION.parse(value);
        if (span.toSeconds() < 1 || span.compareTo(LONGEST) > 0) {
            throw unknown(word);
        }
        return span;
    }

    private static BadValue unknown(String word) {
        return new BadValue(
                "'" + word
                        + "' is no rule. Rules are rss:85%, rss:6g, allocated:2g, growth:100m/1h, pressure:40%, every:6h, oom and exit");
    }
}
