package io.jemscope.profile.filter;

import io.jemscope.profile.Amount;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a sample's labels (google/pprof, {@code internal/driver/driver_focus.go}), in one of its forms:
 *
 * <pre>
 * key=pattern,pattern    the label of that key matches one of the patterns
 * pattern,pattern        every pattern matches some label, written key:value
 * key=12kb:64kb          the label of that key is a number within
 * 12kb:64kb              some label is a number within
 * </pre>
 *
 * <p>A sample has two numbers besides its labels, unless these have the same keys: {@code bytes} is the mean size of its
 * blocks, as where pprof reads heap profiles; {@code objects} how many there are, only by this key.
 */
final class TagCondition {

    private static final String MEAN_BYTES = "bytes";
    private static final String OBJECTS = "objects";

    private final @Nullable String key;
    private final @Nullable TagRange range;
    private final List<NameMatcher> patterns = new ArrayList<>();

    /**
     * Reads a condition.
     *
     * @param option what the user knows the option by
     * @param limit how large its patterns may be
     * @param effort what looking for them takes is taken off it
     * @throws FilterException if it is invalid
     */
    TagCondition(String option, String text, PatternLimit limit, MatchBudget effort) {
        int equals = text.indexOf('=');
        key = equals < 0 ? null : text.substring(0, equals);
        String wanted = text.substring(equals + 1);
        range = TagRange.parse(option, wanted);
        if (range == null) {
            for (String pattern : wanted.split(",", -1)) {
                patterns.add(new NameMatcher(option, FilterPattern.compile(option, pattern, limit), effort));
            }
        }
    }

    /** Whether a sample fulfils the condition. */
    boolean holds(Sample sample) {
        if (range != null) {
            return key == null ? anyWithin(range, sample) : within(range, key, sample);
        }
        return key == null
                ? everyPatternMatches(sample)
                : anyPatternMatches(sample.labels().get(key));
    }

    private static boolean anyWithin(TagRange range, Sample sample) {
        for (String key : sample.labels().keySet()) {
            if (within(range, key, sample)) {
                return true;
            }
        }
        return within(range, MEAN_BYTES, sample);
    }

    private static boolean within(TagRange range, String key, Sample sample) {
        String text = sample.labels().get(key);
        if (text != null) {
            for (String value : LabelValues.of(text)) {
                Quantity.Label label = Quantity.label(key, value);
                if (label != null && range.contains(label.number(), label.unit())) {
                    return true;
                }
            }
            return false;
        }
        Amount amount = sample.live().isNone() ? sample.accumulated() : sample.live();
        return switch (key) {
            case MEAN_BYTES -> range.contains(Math.round(amount.meanBytes()), "bytes");
            case OBJECTS -> range.contains(Math.round(amount.objects()), OBJECTS);
            default -> false;
        };
    }

    private boolean everyPatternMatches(Sample sample) {
        for (NameMatcher pattern : patterns) {
            boolean matched = false;
            for (Map.Entry<String, String> label : sample.labels().entrySet()) {
                for (String value : LabelValues.of(label.getValue())) {
                    matched |= pattern.matches(label.getKey() + ":" + value);
                }
            }
            if (!matched) {
                return false;
            }
        }
        return true;
    }

    private boolean anyPatternMatches(@Nullable String values) {
        if (values != null) {
            for (String value : LabelValues.of(values)) {
                for (NameMatcher pattern : patterns) {
                    if (pattern.matches(value)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
