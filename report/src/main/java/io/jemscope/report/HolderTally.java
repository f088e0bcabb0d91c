package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up what one site holds. */
final class HolderTally {

    private @Nullable JavaFrame site;
    private final String name;
    private Estimate liveBytes = Estimate.ZERO;
    private Amount live = Amount.NONE;
    private Estimate accumulatedBytes = Estimate.ZERO;
    private Amount accumulated = Amount.NONE;
    private final Map<JavaFrame, Double> callers = new LinkedHashMap<>();
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
            callers.merge(withoutLoader(reading.caller()), weight, Double::sum);
        }
        if (reading.function() != null) {
            functions.merge(reading.function(), weight, Double::sum);
        }
        // One line loaded by several loaders (a plug-in, deployed again and again) is one site; it then names none.
        if (site != null && !site.equals(reading.site())) {
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

    private static <T> List<T> byFallingWeight(Map<T, Double> weights) {
        List<Map.Entry<T, Double>> entries = new ArrayList<>(weights.entrySet());
        entries.sort(Map.Entry.<T, Double>comparingByValue().reversed());
        List<T> keys = new ArrayList<>(entries.size());
        for (Map.Entry<T, Double> entry : entries) {
            keys.add(entry.getKey());
        }
        return keys;
    }

    /** The order of rows: more first; equal ones by name, so that a report of the same profile never changes. */
    static Comparator<Holder> order(Measure measure) {
        return Comparator.<Holder>comparingDouble(holder -> -value(holder, measure))
                .thenComparing(Holder::name);
    }

    static double value(Holder holder, Measure measure) {
        return switch (measure) {
            case LIVE_BYTES -> holder.live().bytes();
            case LIVE_OBJECTS -> holder.live().objects();
            case ACCUMULATED_BYTES -> holder.accumulated().bytes();
            case ACCUMULATED_OBJECTS -> holder.accumulated().objects();
        };
    }
}
