package io.jemscope.report.verdict;

import io.jemscope.profile.Birth;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** One site in one dump: what is live, by birth, and what was ever allocated. */
final class SiteSnapshot {

    private static final Comparator<Birth> OLDEST_FIRST =
            Comparator.comparing(Birth::from).thenComparing(Birth::span);

    private final Map<Birth, Weight> born = new TreeMap<>(OLDEST_FIRST);
    private Weight live = Weight.NONE;
    private Weight accumulated = Weight.NONE;

    void add(Weight liveWeight, Weight accumulatedWeight) {
        live = live.plus(liveWeight);
        accumulated = accumulated.plus(accumulatedWeight);
    }

    void add(Birth birth, Weight weight) {
        born.merge(birth, weight, Weight::plus);
    }

    Weight live() {
        return live;
    }

    Weight accumulated() {
        return accumulated;
    }

    /** What is live of each birth, the oldest first. */
    Map<Birth, Weight> born() {
        return born;
    }

    Weight of(Birth birth) {
        return born.getOrDefault(birth, Weight.NONE);
    }
}
