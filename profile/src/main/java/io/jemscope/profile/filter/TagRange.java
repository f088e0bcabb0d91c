package io.jemscope.profile.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of numbers with units, as pprof writes it: {@code 32kb}, {@code :64kb} (at most), {@code 4mb:} (at least),
 * {@code 12kb:64mb}, the ends included.
 */
final class TagRange {

    private static final Pattern END = Pattern.compile("([+-]?[0-9]+)([a-zA-Z]+)?");

    private final String unit;
    private final double least;
    private final double most;

    private TagRange(String unit, double least, double most) {
        this.unit = unit;
        this.least = least;
        this.most = most;
    }

    /**
     * Reads a range.
     *
     * @param option the option it was given to, for the message
     * @return the range; null if the text is something else, a pattern probably
     * @throws FilterException if a number has more than 64 bits
     */
    static @Nullable TagRange parse(String option, String text) {
        Matcher ends = END.matcher(text);
        if (!ends.find()) {
            return null;
        }
        String first = ends.group();
        Quantity one = quantity(option, ends, null);
        if (!ends.find()) {
            if (text.equals(first)) {
                return new TagRange(one.unit(), one.value(), one.value());
            }
            if (text.equals(first + ":")) {
                return new TagRange(one.unit(), one.value(), Double.POSITIVE_INFINITY);
            }
            return text.equals(":" + first) ? new TagRange(one.unit(), Double.NEGATIVE_INFINITY, one.value()) : null;
        }
        if (!text.equals(first + ":" + ends.group())) {
            return null;
        }
        Quantity other = quantity(option, ends, one.unit());
        return other.unit().equals(one.unit()) ? new TagRange(one.unit(), one.value(), other.value()) : null;
    }

    private static Quantity quantity(String option, Matcher end, @Nullable String wanted) {
        String unit = end.group(2) == null ? "" : end.group(2);
        try {
            return Quantity.in(Long.parseLong(end.group(1)), unit, wanted == null ? unit : wanted);
        } catch (NumberFormatException e) {
            FilterException failure = new FilterException(
                    FilterPattern.quoted(option, end.group(1)) + " is not a number to compare with",
                    "it has more than 64 bits",
                    "Name a smaller number, or a larger unit such as mb");
            failure.initCause(e);
            throw failure;
        }
    }

    /** Whether a number lies within, in a unit that can be compared. */
    boolean contains(long number, String numberUnit) {
        Quantity quantity = Quantity.in(number, numberUnit, unit);
        return quantity.unit().equals(unit) && quantity.value() >= least && quantity.value() <= most;
    }
}
