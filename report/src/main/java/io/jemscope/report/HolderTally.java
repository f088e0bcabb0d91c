package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.SampleErrors;
import io.jemscope.profile.Samples;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds up what one site holds. */
final class HolderTally {

    private @Nullable JavaFrame site;
    private final String name;
    private final boolean isNative;
    private double liveBytes;
    private double liveVariance;
    private double liveObjects;
    private double accumulatedBytes;
    private double accumulatedVariance;
    private double accumulatedObjects;

    /** Begins a site's sums; {@code isNative} says whether the name is a native function's. */
    HolderTally(@Nullable JavaFrame site, String name, boolean isNative) {
        this.site = site;
        this.name = name;
        this.isNative = isNative;
    }

    /** Adds a sample, and to the whole as well. */
    void add(Samples samples, int sample, SampleErrors errors, HolderTally whole) {
        double bytes = samples.liveBytes(sample);
        double objects = samples.liveObjects(sample);
        double error = errors.ofBytes(objects, bytes);
        addLive(bytes, objects, error * error);
        whole.addLive(bytes, objects, error * error);
        bytes = samples.accumulatedBytes(sample);
        objects = samples.accumulatedObjects(sample);
        if (bytes != 0 || objects != 0) {
            error = errors.ofBytes(objects, bytes);
            addAccumulated(bytes, objects, error * error);
            whole.addAccumulated(bytes, objects, error * error);
        }
    }

    private void addLive(double bytes, double objects, double variance) {
        liveBytes += bytes;
        liveObjects += objects;
        liveVariance += variance;
    }

    private void addAccumulated(double bytes, double objects, double variance) {
        accumulatedBytes += bytes;
        accumulatedObjects += objects;
        accumulatedVariance += variance;
    }

    /** One line loaded by several loaders (a plug-in, deployed again and again) is one site; it then names none. */
    void meet(JavaFrame same) {
        if (site != null && site != same && !Objects.equals(site.loader(), same.loader())) {
            site = withoutLoader(site);
        }
    }

    /** The sums; {@code onJvm} says whether native functions are to be told from Java's. */
    Holder holder(boolean onJvm, List<String> callers, List<String> functions) {
        String text = site == null || site.loader() == null ? name : site.loader() + "/" + name;
        return new Holder(
                site,
                isNative && onJvm ? "[native] " + text : text,
                new Estimate(liveBytes, Math.sqrt(liveVariance)),
                new Amount(liveObjects, liveBytes),
                new Estimate(accumulatedBytes, Math.sqrt(accumulatedVariance)),
                new Amount(accumulatedObjects, accumulatedBytes),
                callers,
                functions);
    }

    static JavaFrame withoutLoader(JavaFrame frame) {
        return frame.loader() == null
                ? frame
                : new JavaFrame(null, frame.className(), frame.method(), frame.source(), frame.isNative());
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
