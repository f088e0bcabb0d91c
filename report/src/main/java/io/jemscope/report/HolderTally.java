package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Sample;
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
    private final boolean isNative;
    private final EstimateSum liveBytes = new EstimateSum();
    private double liveObjects;
    private final EstimateSum accumulatedBytes = new EstimateSum();
    private double accumulatedObjects;
    private final Map<String, double[]> callers = new LinkedHashMap<>();
    private final Map<String, double[]> functions = new LinkedHashMap<>();

    /** Begins a site's sums; {@code isNative} says whether the name is a native function's. */
    HolderTally(@Nullable JavaFrame site, String name, boolean isNative) {
        this.site = site;
        this.name = name;
        this.isNative = isNative;
    }

    void add(Sample sample, Estimate live, Estimate accumulated) {
        liveBytes.add(live);
        liveObjects += sample.live().objects();
        accumulatedBytes.add(accumulated);
        accumulatedObjects += sample.accumulated().objects();
    }

    void add(StackReading reading, StackReader reader, double weight) {
        if (reading.caller() != null) {
            add(callers, reader.name(reading.caller()), weight);
        }
        if (reading.function() != null) {
            add(functions, reading.function().label(), weight);
        }
        // One line loaded by several loaders (a plug-in, deployed again and again) is one site; it then names none.
        if (site != null
                && reading.site() != null
                && !Objects.equals(site.loader(), reading.site().loader())) {
            site = withoutLoader(site);
        }
    }

    /** The sums; {@code onJvm} says whether native functions are to be told from Java's. */
    Holder holder(boolean onJvm) {
        String text = site == null || site.loader() == null ? name : site.loader() + "/" + name;
        Estimate live = liveBytes.sum();
        Estimate accumulated = accumulatedBytes.sum();
        return new Holder(
                site,
                isNative && onJvm ? "[native] " + text : text,
                live,
                new Amount(liveObjects, live.value()),
                accumulated,
                new Amount(accumulatedObjects, accumulated.value()),
                byFallingWeight(callers),
                byFallingWeight(functions));
    }

    static JavaFrame withoutLoader(JavaFrame frame) {
        return frame.loader() == null
                ? frame
                : new JavaFrame(null, frame.className(), frame.method(), frame.source(), frame.isNative());
    }

    private static void add(Map<String, double[]> weights, String name, double weight) {
        double[] sum = weights.get(name);
        if (sum == null) {
            sum = new double[1];
            weights.put(name, sum);
        }
        sum[0] += weight;
    }

    private static List<String> byFallingWeight(Map<String, double[]> weights) {
        List<Map.Entry<String, double[]>> entries = new ArrayList<>(weights.entrySet());
        entries.sort((one, other) -> Double.compare(other.getValue()[0], one.getValue()[0]));
        List<String> names = new ArrayList<>(entries.size());
        for (Map.Entry<String, double[]> entry : entries) {
            names.add(entry.getKey());
        }
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
