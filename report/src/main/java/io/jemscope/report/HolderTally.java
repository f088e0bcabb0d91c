package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds up what one site holds. */
final class HolderTally {

    private @Nullable JavaFrame site;
    private final String name;
    private Estimate liveBytes = Estimate.ZERO;
    private Amount live = Amount.NONE;
    private Estimate accumulatedBytes = Estimate.ZERO;
    private Amount accumulated = Amount.NONE;
    private final Map<String, Double> callers = new LinkedHashMap<>();
    private final Map<String, Double> functions = new LinkedHashMap<>();

    HolderTally(@Nullable JavaFrame site, String name) {
        this.site = site;
        this.name = name;
    }

    void add(Sample sample, StackReading reading, SampleRate rate, Measure measure) {
        liveBytes = liveBytes.plus(rate.estimateBytes(sample.live()));
        live = live.plus(sample.live());
        accumulatedBytes = accumulatedBytes.plus(rate.estimateBytes(sample.accumulated()));
        accumulated = accumulated.plus(sample.accumulated());
        double weight = measure.of(sample);
        if (reading.caller() != null) {
            add(callers, withoutLoader(reading.caller()).toStackTraceLine(), weight);
        }
        if (reading.function() != null) {
            add(functions, reading.function(), weight);
        }
        // One line loaded by several loaders (a plug-in, deployed again and again) is one site; it then names none.
        if (site != null
                && reading.site() != null
                && !Objects.equals(site.loader(), reading.site().loader())) {
            site = withoutLoader(site);
        }
    }

    Holder holder() {
        String text = site == null || site.loader() == null ? name : site.loader() + "/" + name;
        return new Holder(
                site,
                text,
                liveBytes,
                live,
                accumulatedBytes,
                accumulated,
                byFallingWeight(callers),
                byFallingWeight(functions));
    }

    static JavaFrame withoutLoader(JavaFrame frame) {
        return frame.loader() == null
                ? frame
                : new JavaFrame(null, frame.className(), frame.method(), frame.source(), frame.isNative());
    }

    private static void add(Map<String, Double> weights, String name, double weight) {
        Double before = weights.get(name);
        weights.put(name, before == null ? weight : before + weight);
    }

    private static List<String> byFallingWeight(Map<String, Double> weights) {
        List<String> names = new ArrayList<>(weights.keySet());
        names.sort((one, other) -> Double.compare(weights.getOrDefault(other, 0.0), weights.getOrDefault(one, 0.0)));
        return names;
    }

    /** The order of rows: more first; equal ones by name, so that a report of the same profile never changes. */
    static int compare(Holder one, Holder other, Measure measure) {
        int byValue = Double.compare(value(other, measure), value(one, measure));
        return byValue != 0 ? byValue : one.name().compareTo(other.name());
    }

    static double value(Holder holder, Measure measure) {
        return measure.of(holder.live(), holder.accumulated());
    }
}
