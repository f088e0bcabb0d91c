package io.jemscope.report;

import static io.jemscope.report.FrameTable.NONE;

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
 * Sums a profile up by sites, without an object for each stack. What the JVM allocates for itself while a line runs is a site of
 * its own.
 */
final class SiteAggregator {

    private final Samples samples;
    private final SiteResolver resolver;
    private final FrameNames names;
    private final SiteSums sums;

    /** The tally of what the JVM allocated for itself; -1 until there is one. */
    private int jvmTally = -1;

    /** By tally, what the JVM allocated for itself while the line ran: live objects and bytes, then accumulated ones. */
    private double[] jvm = {};

    private final List<Tally> tallies = new ArrayList<>();
    private final SiteNameLists lists;

    /** By name, the number of its tally plus 1; 0 if it has none. */
    private int[] tallyOf = new int[256];

    /** The same by a site's frame, which spares its name and the check of its class loader. */
    private final int[] tallyOfSite;

    private boolean onJvm;

    SiteAggregator(Profile profile, SiteResolver resolver, SampleType measure) {
        this.samples = profile.compact();
        this.resolver = resolver;
        this.names = resolver.names();
        this.sums = new SiteSums(profile);
        JvmWork jvmWork = new JvmWork(samples);
        FrameNames labels = new FrameNames(resolver.frames(), Grouping.FUNCTION);
        this.lists = new SiteNameLists(samples, measure, names, labels);
        this.tallyOfSite = new int[resolver.frames().count()];
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
            lists.setSite(sample, site);
            if (resolver.caller() != NONE) {
                lists.setCaller(sample, names.of(resolver.caller()));
            } else if (isJvmWork) {
                lists.setCaller(sample, resolver.name());
            }
            if (resolver.function() != NONE) {
                lists.setFunction(sample, labels.of(resolver.function()));
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

    /** The number of the current stack's tally. */
    private int tally() {
        int site = resolver.site();
        onJvm |= site != NONE || resolver.marker() != NONE;
        if (site == NONE) {
            return tally(resolver.name(), null, resolver.marker() == NONE);
        }
        int known = tallyOfSite[site] - 1;
        if (known < 0) {
            known = tally(resolver.name(), (JavaFrame) resolver.frames().frame(site), false);
            tallyOfSite[site] = known + 1;
        }
        return known;
    }

    /** The number of a name's tally; rows differ by their names. {@code site} is the frame of one of its stacks. */
    private int tally(int name, @Nullable JavaFrame site, boolean isNative) {
        tallyOf = grown(tallyOf, name);
        int known = tallyOf[name] - 1;
        if (known < 0) {
            known = tallies.size();
            tallies.add(new Tally(site, names.name(name), isNative));
            tallyOf[name] = known + 1;
        } else if (site != null) {
            tallies.get(known).addFrame(site);
        }
        return known;
    }

    private static int[] grown(int[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, Math.max(index + 1, 2 * array.length));
    }

    /** The sites in the order of their first samples. */
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
                    lists.callers(i),
                    lists.functions(i),
                    jvm(4 * i),
                    jvm(4 * i + 2)));
        }
        return sites;
    }

    /** The sums of the sites and of the whole. */
    SiteSums sums() {
        return sums;
    }

    /** Whether a stack has Java frames. */
    boolean isOnJvm() {
        return onJvm;
    }

    /** A site; {@link SiteSums} has its sums. */
    private static final class Tally {

        private @Nullable JavaFrame frame;
        private final String name;
        private final boolean isNative;

        Tally(@Nullable JavaFrame frame, String name, boolean isNative) {
            this.frame = frame;
            this.name = name;
            this.isNative = isNative;
        }

        /** A line that several loaders loaded (a plug-in, deployed again and again) is one site and names none of them. */
        void addFrame(JavaFrame same) {
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
