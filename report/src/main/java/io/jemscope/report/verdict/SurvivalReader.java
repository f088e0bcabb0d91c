package io.jemscope.report.verdict;

import io.jemscope.profile.Birth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Finds out how one site's blocks survive, from what it had in each dump. Times are seconds after 1970. */
final class SurvivalReader {

    /** The span is cut into so many slices. */
    private static final int SLICES = 32;

    /** A birth in the last quarter of the span counts for the late pace, one in the first eighth for none. */
    private static final double LATE = 0.25;

    private static final double WARM_UP = 1.0 / 8;

    /** In one dump, blocks younger than this share of the span may be freed soon. */
    private static final double YOUNG = 1.0 / 8;

    /** Blocks younger than this share of the span aren't old. */
    private static final double OLD = 1.0 / 8;

    /** Old blocks must be watched for at least this share of the span. */
    private static final double LEAST_WATCHED = 0.25;

    /** How far from where it is wanted a dump may lie, as a share of the span. */
    private static final double NEAR = 1.0 / 16;

    /** A slice gained nearly nothing if it gained less than this share of the mean. */
    private static final double NEARLY_NOTHING = 0.25;

    /** The share of the growth whose time is measured for its spread. */
    private static final double MOST = 0.8;

    /** A part of the time is at least this share of the span. */
    private static final double NARROWEST = 1.0 / 48;

    /** A part of the time has as many samples of even growth. */
    private static final double FEWEST_IN_PART = 12;

    private final List<SiteSnapshot> dumps;
    private final double[] times;
    private final int last;
    private final double begin;
    private final double end;
    private final double span;
    private final Evidence evidence;

    /** The dump nearest to the middle of the span, from which on old blocks are watched. */
    private final int middle;

    private SurvivalReader(List<SiteSnapshot> dumps, double[] times) {
        this.dumps = dumps;
        this.times = times;
        last = times.length - 1;
        end = times[last];
        begin = begin();
        span = end - begin;
        middle = nearest((begin + end) / 2);
        evidence = evidence();
    }

    /**
     * Reads a site's survival.
     *
     * @param dumps what it had in each dump
     * @param times when they were taken, ascending; at least one
     * @param profiledSince since when the allocator samples
     */
    static Survival read(List<SiteSnapshot> dumps, double[] times, double profiledSince) {
        return new SurvivalReader(dumps, times).read(profiledSince);
    }

    private Survival read(double profiledSince) {
        Weight[] slices = hasBirths() ? born() : gained();
        Old old = old();
        Pace pace = pace(slices);
        int first = firstOfMuch(slices);
        double start = begin + first * span / SLICES;
        double count = sum(slices, first, SLICES).count();
        List<Gain> steps = most(parts(start, NARROWEST));
        double profiled = end - Math.min(profiledSince, begin);
        return new Survival(
                evidence,
                duration(span),
                Double.isNaN(old.freed) ? Duration.ZERO : duration(end - times[middle]),
                profiled <= 0 ? 0 : 1 - span / profiled,
                pace.grown.bytes(),
                pace.grown.variance(),
                sum(slices, (int) (WARM_UP * SLICES), SLICES).count(),
                pace.early.bytes(),
                pace.early.variance(),
                pace.late.bytes(),
                pace.late.variance(),
                share(most(parts(start, Math.max(NARROWEST, FEWEST_IN_PART / Math.max(1, count)))), start),
                steps.size(),
                share(steps, start),
                (SLICES - first) / (double) SLICES,
                old.freed,
                old.count,
                old.oldestFreed,
                old.oldestCount);
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.max(0, Math.round(seconds * 1000)));
    }

    /** Seconds after 1970. */
    static double seconds(Instant time) {
        return time.getEpochSecond() + time.getNano() / 1e9;
    }

    private boolean hasBirths() {
        return dumps.stream().anyMatch(dump -> !dump.born().isEmpty());
    }

    private double begin() {
        double first = end;
        for (int i = 0; i <= last; i++) {
            SiteSnapshot dump = dumps.get(i);
            for (Birth birth : dump.born().keySet()) {
                first = Math.min(first, seconds(birth.from()));
            }
            boolean unborn = dump.born().isEmpty() && dump.live().bytes() > 0;
            first = unborn ? Math.min(first, times[i]) : first;
        }
        return first;
    }

    private Evidence evidence() {
        boolean watched = end - times[middle] >= LEAST_WATCHED * span;
        if (hasBirths()) {
            return watched && last > 0 ? Evidence.AGES_AND_FREES : Evidence.AGES;
        }
        return dumps.get(last).accumulated().bytes() > 0 ? Evidence.COUNTED_FREES : Evidence.LIVE;
    }

    private int nearest(double time) {
        int nearest = 0;
        for (int i = 1; i <= last; i++) {
            nearest = Math.abs(times[i] - time) < Math.abs(times[nearest] - time) ? i : nearest;
        }
        return nearest;
    }

    /** What is left in the last dump of the blocks born in each slice of the span. */
    private Weight[] born() {
        Weight[] slices = none(SLICES);
        for (Map.Entry<Birth, Weight> each : dumps.get(last).born().entrySet()) {
            double from = Math.max(begin, seconds(each.getKey().from()));
            double to = Math.max(from, Math.min(end, seconds(each.getKey().to())));
            spread(slices, from, to, each.getValue());
        }
        return slices;
    }

    /** What each slice of the span gained, from dump to dump; what it lost isn't counted. */
    private Weight[] gained() {
        Weight[] slices = none(SLICES);
        for (int i = 1; i <= last; i++) {
            Weight before = dumps.get(i - 1).live();
            Weight after = dumps.get(i).live();
            if (after.bytes() > before.bytes() && times[i - 1] >= begin) {
                spread(slices, times[i - 1], times[i], after.part(1 - before.bytes() / after.bytes()));
            }
        }
        return slices;
    }

    private static Weight[] none(int count) {
        Weight[] slices = new Weight[count];
        Arrays.fill(slices, Weight.NONE);
        return slices;
    }

    private void spread(Weight[] slices, double from, double to, Weight weight) {
        double width = span / slices.length;
        for (int i = 0; i < slices.length; i++) {
            double low = begin + i * width;
            double shared = Math.min(to, low + width) - Math.max(from, low);
            if (to > from && shared > 0) {
                slices[i] = slices[i].plus(weight.part(shared / (to - from)));
            } else if (to <= from && from >= low && (from < low + width || i == slices.length - 1)) {
                slices[i] = slices[i].plus(weight);
                return;
            }
        }
    }

    /** The first slice behind the warm-up that gained much. */
    private static int firstOfMuch(Weight[] slices) {
        double much = much(slices);
        int first = (int) (WARM_UP * SLICES);
        while (first < SLICES && slices[first].bytes() <= much) {
            first++;
        }
        return first;
    }

    /** What was gained between two moments. */
    private record Gain(double from, double to, double bytes) {}

    /** What was gained, as finely as it is known: by birth, else from dump to dump; in the order of time. */
    private List<Gain> gains() {
        List<Gain> gains = new ArrayList<>();
        for (Map.Entry<Birth, Weight> each : dumps.get(last).born().entrySet()) {
            Birth birth = each.getKey();
            gains.add(new Gain(
                    seconds(birth.from()), seconds(birth.to()), each.getValue().bytes()));
        }
        gains.sort(Comparator.comparingDouble(Gain::from));
        for (int i = 1; i <= last && !hasBirths(); i++) {
            double gained =
                    dumps.get(i).live().bytes() - dumps.get(i - 1).live().bytes();
            gains.add(new Gain(times[i - 1], times[i], Math.max(0, gained)));
        }
        return gains;
    }

    /** Which share of the time since a moment some parts are. */
    private double share(List<Gain> parts, double start) {
        double time = parts.stream().mapToDouble(part -> part.to - part.from).sum();
        return start >= end ? 1 : time / (end - start);
    }

    /**
     * What was gained in each part of the time since a moment. A part ends where a birth's span ends: a
     * birth that was cut into two parts would make one step look like growth in both.
     */
    private List<Gain> parts(double start, double shareOfSpan) {
        double width = span * shareOfSpan;
        List<Gain> parts = new ArrayList<>();
        double from = start;
        double bytes = 0;
        for (Gain gain : gains()) {
            double to = Math.min(end, gain.to);
            if (to <= start) {
                continue;
            }
            if (gain.from - from >= width) {
                // Nothing was gained since the last birth: the part with its growth ends, and an empty one follows.
                parts.add(new Gain(from, from + width, bytes));
                parts.add(new Gain(from + width, gain.from, 0));
                from = gain.from;
                bytes = 0;
            }
            bytes += gain.bytes * (gain.from < start ? (to - start) / (to - gain.from) : 1);
            if (to - from >= width) {
                parts.add(new Gain(from, to, bytes));
                from = to;
                bytes = 0;
            }
        }
        parts.add(new Gain(from, end, bytes));
        return parts;
    }

    /** The densest parts that together have most of the growth; the last of them is cut. */
    private static List<Gain> most(List<Gain> parts) {
        double rest = MOST * parts.stream().mapToDouble(Gain::bytes).sum();
        List<Gain> densest = new ArrayList<>(parts);
        densest.removeIf(part -> part.to <= part.from);
        densest.sort(Comparator.comparingDouble(part -> -part.bytes / (part.to - part.from)));
        List<Gain> most = new ArrayList<>();
        for (Gain part : densest) {
            if (rest <= 0) {
                break;
            }
            double share = Math.min(1, rest / part.bytes);
            most.add(new Gain(part.from, part.from + share * (part.to - part.from), share * part.bytes));
            rest -= part.bytes;
        }
        return most;
    }

    private static double much(Weight[] slices) {
        double sum = 0;
        int warmedUp = (int) (WARM_UP * SLICES);
        for (int i = warmedUp; i < SLICES; i++) {
            sum += slices[i].bytes();
        }
        return NEARLY_NOTHING * sum / (SLICES - warmedUp);
    }

    /** Growth: bytes and their variance, in all and a second. */
    private record Pace(Weight grown, Weight early, Weight late) {}

    private Pace pace(Weight[] slices) {
        int start = nearest(begin + WARM_UP * span);
        int late = nearest(end - LATE * span);
        boolean near = Math.abs(times[start] - begin - WARM_UP * span) <= NEAR * span
                && Math.abs(end - LATE * span - times[late]) <= NEAR * span
                && start < late
                && late < last;
        if (!near && evidence != Evidence.LIVE && evidence != Evidence.COUNTED_FREES) {
            return paceOfBirths(slices);
        }
        start = near ? start : 0;
        late = near ? late : Math.max(0, last - Math.max(1, last / 4));
        return new Pace(
                change(start, last),
                rate(change(start, late), times[late] - times[start]),
                rate(change(late, last), end - times[late]));
    }

    /** From what is left of each age. The youngest blocks are left out: most of them may be freed soon. */
    private Pace paceOfBirths(Weight[] slices) {
        int from = (int) (WARM_UP * SLICES);
        int late = (int) ((1 - YOUNG - LATE) * SLICES);
        int to = (int) ((1 - YOUNG) * SLICES);
        Weight early = sum(slices, from, late);
        Weight lately = sum(slices, late, to);
        return new Pace(
                early.plus(lately), rate(early, (1 - YOUNG - LATE - WARM_UP) * span), rate(lately, LATE * span));
    }

    private static Weight sum(Weight[] slices, int from, int to) {
        Weight sum = Weight.NONE;
        for (int i = from; i < to; i++) {
            sum = sum.plus(slices[i]);
        }
        return sum;
    }

    private static Weight rate(Weight change, double seconds) {
        return seconds <= 0
                ? Weight.NONE
                : new Weight(change.bytes() / seconds, change.variance() / (seconds * seconds), 0);
    }

    /**
     * The change from one dump to a later one. A sampled block that lives through both is in both and adds no error, so
     * where births are known only what was born and freed between the two does.
     */
    private Weight change(int from, int to) {
        SiteSnapshot before = dumps.get(from);
        SiteSnapshot after = dumps.get(to);
        double change = after.live().bytes() - before.live().bytes();
        if (before.born().isEmpty() && after.born().isEmpty()) {
            return new Weight(change, after.live().variance() + before.live().variance(), 0);
        }
        double variance = 0;
        for (Map.Entry<Birth, Weight> each : after.born().entrySet()) {
            variance += changed(before.of(each.getKey()), each.getValue());
        }
        for (Map.Entry<Birth, Weight> each : before.born().entrySet()) {
            variance += after.born().containsKey(each.getKey()) ? 0 : changed(each.getValue(), Weight.NONE);
        }
        return new Weight(change, variance, 0);
    }

    private static double changed(Weight before, Weight after) {
        Weight greater = before.bytes() > after.bytes() ? before : after;
        return greater.bytes() <= 0
                ? 0
                : greater.variance() / greater.bytes() * Math.abs(after.bytes() - before.bytes());
    }

    /** How many of the old blocks were freed. */
    private record Old(double freed, double count, double oldestFreed, double oldestCount) {

        static final Old UNSEEN = new Old(Double.NaN, 0, Double.NaN, 0);
    }

    private Old old() {
        return switch (evidence) {
            case AGES_AND_FREES -> freedByAge();
            case COUNTED_FREES -> freedOfAnyAge();
            case AGES, LIVE -> Old.UNSEEN;
        };
    }

    private Old freedByAge() {
        SiteSnapshot then = dumps.get(middle);
        SiteSnapshot now = dumps.get(last);
        List<Birth> births = new ArrayList<>();
        Weight watched = Weight.NONE;
        for (Map.Entry<Birth, Weight> each : then.born().entrySet()) {
            if (seconds(each.getKey().to()) <= times[middle] - OLD * span) {
                births.add(each.getKey());
                watched = watched.plus(each.getValue());
            }
        }
        Weight older = Weight.NONE;
        double left = 0;
        double leftOfOlder = 0;
        for (Birth birth : births) {
            double survived = Math.min(now.of(birth).bytes(), then.of(birth).bytes());
            if (older.bytes() < watched.bytes() / 2) {
                older = older.plus(then.of(birth));
                leftOfOlder += survived;
            }
            left += survived;
        }
        return new Old(freed(watched, left), watched.count(), freed(older, leftOfOlder), older.count());
    }

    private Old freedOfAnyAge() {
        if (middle == last) {
            return Old.UNSEEN;
        }
        SiteSnapshot then = dumps.get(middle);
        SiteSnapshot now = dumps.get(last);
        double born = Math.max(0, now.accumulated().bytes() - then.accumulated().bytes());
        Weight watched =
                then.live().plus(now.accumulated().part(born / now.accumulated().bytes()));
        double freed = freed(watched, now.live().bytes());
        return new Old(freed, watched.count(), freed, watched.count());
    }

    private static double freed(Weight watched, double left) {
        return watched.bytes() <= 0 ? 0 : Math.min(1, Math.max(0, 1 - left / watched.bytes()));
    }
}
