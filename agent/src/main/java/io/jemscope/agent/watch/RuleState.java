package io.jemscope.agent.watch;

import io.jemscope.agent.config.WatchRule;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule, and whether it is met already: it is met anew only after its figure has fallen by a tenth. For one thread. */
final class RuleState {

    private static final double BACK = 0.9;

    /** Growth is seen in steps of a sixtieth of its span, or of a second. */
    private static final int MOST_STEPS = 60;

    private final WatchRule rule;
    private final long machineBytes;
    private boolean met;

    /** When the schedule is due; when the next step of growth begins. */
    private long dueNanos;

    private static final long REST_NANOS = 600_000_000_000L;

    private final double[] steps;
    private final long[] times;
    private long stepped;
    private double exhausted = Double.NaN;

    /**
     * A rule that isn't met yet.
     *
     * @param machineBytes what a share of resident memory refers to where the container has no limit
     * @param nanos now, by {@link System#nanoTime}
     */
    RuleState(WatchRule rule, long machineBytes, long nanos) {
        this.rule = rule;
        this.machineBytes = machineBytes;
        this.steps =
                new double[(int) Math.min(MOST_STEPS, Math.max(1, rule.span().toSeconds()))];
        this.times = new long[steps.length];
        this.dueNanos =
                nanos + (rule.measure() == WatchRule.Measure.EVERY ? rule.span().toNanos() : 0);
    }

    String text() {
        return rule.text();
    }

    /**
     * Looks at the figures of this moment.
     *
     * @param figures by the names of {@code docs/history.md}; what isn't there meets no rule
     * @return the figure in words if the rule is met now and wasn't before; else null
     */
    @Nullable
    String look(Map<String, Double> figures, long nanos) {
        return switch (rule.measure()) {
            case RSS -> rule.isShare() ? look(share(figures), "% of the limit") : look(figures.get("rss.bytes"));
            case ALLOCATED -> look(figures.get("jemalloc.allocated.bytes"));
            case GROWTH -> look(growth(figures.get("rss.bytes"), nanos));
            case PRESSURE -> look(figures.get("pressure.some.percent"), "% of a minute some thread waited for memory");
            case EVERY -> schedule(nanos);
            case OOM -> exhausted(figures.get(Watch.EXHAUSTED), nanos);
            case EXIT -> null;
        };
    }

    private @Nullable String look(@Nullable Double value) {
        return look(value, " bytes");
    }

    private @Nullable String look(@Nullable Double value, String unit) {
        if (value == null || (met && value > BACK * rule.threshold())) {
            return null;
        }
        boolean isMet = value >= rule.threshold();
        String reading = isMet ? String.format(Locale.ROOT, value < 1000 ? "%.1f%s" : "%.0f%s", value, unit) : null;
        // Last: the text may find no room in the heap.
        met = isMet;
        return reading;
    }

    /** What the kernel kills for: all but the part of the page cache that it drops first. */
    private @Nullable Double share(Map<String, Double> figures) {
        Double limit = figures.get("container.limit.bytes");
        Double used = figures.get("container.used.bytes");
        if (limit != null && used != null) {
            return 100 * (used - figures.getOrDefault("container.inactiveFile.bytes", 0.0)) / limit;
        }
        Double resident = figures.get("rss.bytes");
        return resident == null || machineBytes == 0 ? null : (Double) (100 * resident / machineBytes);
    }

    /** Null until a whole span was seen, or where the process stood still for so long that the oldest step is older than that. */
    private @Nullable Double growth(@Nullable Double resident, long nanos) {
        if (resident == null) {
            return null;
        }
        int oldest = (int) (stepped % steps.length);
        long stepNanos = rule.span().toNanos() / steps.length;
        boolean isKnown =
                stepped >= steps.length && nanos - times[oldest] <= rule.span().toNanos() + 2 * stepNanos;
        Double growth = isKnown ? (Double) (resident - steps[oldest]) : null;
        if (nanos - dueNanos >= 0) {
            steps[oldest] = resident;
            times[oldest] = nanos;
            stepped++;
            dueNanos = nanos + stepNanos;
        }
        return growth;
    }

    private @Nullable String schedule(long nanos) {
        if (nanos - dueNanos < 0) {
            return null;
        }
        dueNanos = nanos + rule.span().toNanos();
        return "it is time";
    }

    /** A program that can't start threads tries again and again: one bundle in ten minutes shows it. */
    private @Nullable String exhausted(@Nullable Double count, long nanos) {
        boolean isMore = count != null && count > exhausted && (!met || nanos - dueNanos >= 0);
        exhausted = count == null ? exhausted : count;
        if (!isMore) {
            return null;
        }
        met = true;
        dueNanos = nanos + REST_NANOS;
        return "the JVM could get no memory for a thread or for classes";
    }
}
