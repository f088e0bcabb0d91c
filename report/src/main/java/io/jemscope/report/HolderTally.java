package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.SampleType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One site whose sums {@link HolderSums} has. */
final class HolderTally {

    private @Nullable JavaFrame site;
    private final String name;
    private final boolean isNative;

    /** Begins a site's sums; {@code isNative} says whether the name is a native function's. */
    HolderTally(@Nullable JavaFrame site, String name, boolean isNative) {
        this.site = site;
        this.name = name;
        this.isNative = isNative;
    }

    /** One line loaded by several loaders (a plug-in, deployed again and again) is one site; it then names none. */
    void meet(JavaFrame same) {
        if (site != null && !Objects.equals(site.loader(), same.loader())) {
            site = withoutLoader(site);
        }
    }

    /** The sums; {@code onJvm} says whether native functions are to be told from Java's. */
    Holder holder(
            HolderSums sums,
            int number,
            boolean onJvm,
            List<String> callers,
            List<String> functions,
            Amount jvmLive,
            Amount jvmAccumulated) {
        String text = site == null || site.loader() == null ? name : site.loader() + "/" + name;
        return new Holder(
                site,
                isNative && onJvm ? "[native] " + text : text,
                sums.liveBytes(number),
                sums.live(number),
                sums.accumulatedBytes(number),
                sums.accumulated(number),
                callers,
                functions,
                jvmLive,
                jvmAccumulated);
    }

    static JavaFrame withoutLoader(JavaFrame frame) {
        return frame.loader() == null
                ? frame
                : new JavaFrame(null, frame.className(), frame.method(), frame.source(), frame.isNative());
    }

    /** The order of rows: more first; equal ones by name, so that a report of the same profile never changes. */
    static int compare(Holder one, Holder other, SampleType measure) {
        int byValue = Double.compare(value(other, measure), value(one, measure));
        return byValue != 0 ? byValue : one.name().compareTo(other.name());
    }

    static double value(Holder holder, SampleType measure) {
        return measure.of(holder.live(), holder.accumulated());
    }
}
