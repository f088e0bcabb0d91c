package io.jemscope.profile.filter;

import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps samples that one condition holds for and another doesn't; stacks stay as they are. */
final class SampleStep implements Step {

    private final @Nullable Choice focus;
    private final @Nullable Choice ignore;
    private boolean focusMatched;
    private boolean ignoreMatched;

    /**
     * A condition.
     *
     * @param option the option with the condition
     */
    record Choice(String option, Predicate<Sample> condition) {}

    SampleStep(@Nullable Choice focus, @Nullable Choice ignore) {
        this.focus = focus;
        this.ignore = ignore;
    }

    @Override
    public List<Sample> apply(List<Sample> samples) {
        List<Sample> kept = new ArrayList<>();
        for (Sample sample : samples) {
            boolean focused = focus == null || focus.condition.test(sample);
            boolean ignored = ignore != null && ignore.condition.test(sample);
            focusMatched |= focused;
            ignoreMatched |= ignored;
            if (focused && !ignored) {
                kept.add(sample);
            }
        }
        return kept;
    }

    @Override
    public List<String> unmatched() {
        List<String> options = new ArrayList<>();
        if (focus != null && !focusMatched) {
            options.add(focus.option);
        }
        if (ignore != null && !ignoreMatched) {
            options.add(ignore.option);
        }
        return options;
    }
}
