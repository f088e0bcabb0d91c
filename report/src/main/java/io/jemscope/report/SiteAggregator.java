package io.jemscope.report;

import static io.jemscope.report.ProfileFrames.NONE;

import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds a profile up by sites, stack after stack, without making anything for a stack. What the JVM allocates for itself while a line
 * runs is a site of its own.
 */
final class SiteAggregator {

    private final Samples samples;
    private final SiteResolver resolver;
    private final ProfileFrames frames;
    private final SiteSums sums;

    /** The tally of what the JVM allocated for itself; below 0 until there is any. */
    private int jvmTally = -1;

    /** By tally, what the JVM allocated for itself while the line ran: live objects and bytes, accumulated objects and bytes. */
    private double[] jvm = {};

    private final List<Tally> tallies = new ArrayList<>();
    private final SiteSamples siteOf;
    private final SiteNameLists callers;
    private final SiteNameLists functions;

    /** By the number of a name, the number of its tally, and 1 more; 0 where there is none. */
    private int[] tallyOf = new int[256];

    /**
     * By the number of a frame that is a site, the number of its tally, and 1 more; 0 where there is none. Who knows the frame
     * needn't ask for its name.
     */
    private final int[] tallyOfSite;

    private boolean onJvm;

    SiteAggregator(Profile profile, SiteResolver resolver, SampleType measure) {
        this.samples = profile.compact();
        this.resolver = resolver;
        this.frames = resolver.frames();
        this.sums = new SiteSums(profile);
        JvmWork jvmWork = new JvmWork(samples);
        this.siteOf = new SiteSamples(samples, measure);
        this.callers = new SiteNameLists(frames, siteOf);
        this.functions = new SiteNameLists(frames, siteOf);
        this.tallyOfSite = new int[frames.count()];
        int number = 0;
        for (int sample = 0; sample < samples.size(); sample++) {
            if (resolver.moveTo(sample)) {
                number = tally();
            }
            boolean isJvmWork = jvmWork.is(sample);
            if (isJvmWork) {
                addJvm(4 * number, sample);
            }
            int site = isJvmWork ? jvmTally() : number;
            sums.add(site + 1, sample);
            siteOf.set(sample, site);
            if (resolver.caller() != NONE) {
                callers.set(sample, frames.name(resolver.caller()));
            } else if (isJvmWork) {
                callers.set(sample, resolver.name());
            }
            if (resolver.function() != NONE) {
                functions.set(sample, frames.label(resolver.function()));
            }
        }
    }

    private int jvmTally() {
        if (jvmTally < 0) {
            jvmTally = tallies.size();
            tallies.add(new Tally(null, SiteGrouping.JVM_WORK, false));
        }
        return jvmTally;
    }

    private void addJvm(int at, int sample) {
        if (at + 4 > jvm.length) {
            jvm = Arrays.copyOf(jvm, Math.max(at + 4, 2 * jvm.length));
        }
        jvm[at] += samples.liveObjects(sample);
        jvm[at + 1] += samples.liveBytes(sample);
        if (samples.hasAccumulated()) {
            jvm[at + 2] += samples.accumulatedObjects(sample);
            jvm[at + 3] += samples.accumulatedBytes(sample);
        }
    }

    private Amount jvm(int at) {
        return at < jvm.length ? new Amount(jvm[at], jvm[at + 1]) : Amount.NONE;
    }

    /** The number of the tally of the stack at hand. */
    private int tally() {
        int site = resolver.site();
        onJvm |= site != NONE || resolver.marker() != NONE;
        if (site == NONE) {
            return tally(resolver.name(), null, resolver.marker() == NONE);
        }
        int known = tallyOfSite[site] - 1;
        if (known < 0) {
            known = tally(resolver.name(), (JavaFrame) frames.frame(site), false);
            tallyOfSite[site] = known + 1;
        }
        return known;
    }

    /** The number of a name's tally: by text, since it is what rows differ by. It meets the frame that is its site. */
    private int tally(int name, @Nullable JavaFrame site, boolean isNative) {
        tallyOf = grown(tallyOf, name);
        int known = tallyOf[name] - 1;
        if (known < 0) {
            known = tallies.size();
            tallies.add(new Tally(site, frames.text(name), isNative));
            tallyOf[name] = known + 1;
        } else if (site != null) {
            tallies.get(known).meet(site);
        }
        return known;
    }

    private static int[] grown(int[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, Math.max(index + 1, 2 * array.length));
    }

    /** The sites in the order in which they were met; {@code onJvm} says whether it is known to be a JVM. */
    List<AllocationSite> sites(boolean onJvm) {
        List<AllocationSite> sites = new ArrayList<>(tallies.size());
        for (int i = 0; i < tallies.size(); i++) {
            Tally tally = tallies.get(i);
            sites.add(new AllocationSite(
                    tally.frame,
                    tally.shown(onJvm),
                    sums.liveBytes(i + 1),
                    sums.live(i + 1),
                    sums.accumulatedBytes(i + 1),
                    sums.accumulated(i + 1),
                    callers.of(i),
                    functions.of(i),
                    jvm(4 * i),
                    jvm(4 * i + 2)));
        }
        return sites;
    }

    /** What they hold, and all of them together. */
    SiteSums sums() {
        return sums;
    }

    /** Whether any stack has Java frames. */
    boolean isOnJvm() {
        return onJvm;
    }

    /** One site, whose sums {@link SiteSums} has. */
    private static final class Tally {

        private @Nullable JavaFrame frame;
        private final String name;
        private final boolean isNative;

        /** Begins a site's sums; {@code isNative} says whether the name is a native function's. */
        Tally(@Nullable JavaFrame frame, String name, boolean isNative) {
            this.frame = frame;
            this.name = name;
            this.isNative = isNative;
        }

        /** One line loaded by several loaders (a plug-in, deployed again and again) is one site; it then names none. */
        void meet(JavaFrame same) {
            if (frame != null && !Objects.equals(frame.loader(), same.loader())) {
                frame = frame.withoutLoader();
            }
        }

        String shown(boolean onJvm) {
            String text = frame == null || frame.loader() == null ? name : frame.loader() + "/" + name;
            return isNative && onJvm ? "[native] " + text : text;
        }
    }
}
