package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sites of a profile's samples, told apart by a {@link SiteGrouping}. Not thread-safe. */
public final class SiteIndex {

    private final Samples samples;
    private final @Nullable Grouping grouping;
    private final boolean cumulative;
    private final SiteResolver resolver;
    private final StackNames names;
    private final StackCursor cursor;

    /** Only asked where sites are Java lines. */
    private final @Nullable Compilations compilations;

    /** Only asked where sites are Java lines. */
    private final @Nullable JvmWork jvmWork;

    SiteIndex(Profile profile, SiteResolver resolver, @Nullable Grouping grouping, boolean cumulative) {
        this.samples = profile.compact();
        this.grouping = grouping;
        this.cumulative = cumulative;
        this.resolver = resolver;
        this.names = new StackNames(samples, grouping == null ? Grouping.FUNCTION : grouping);
        this.cursor = samples.stacks();
        this.compilations = grouping == null ? new Compilations(samples) : null;
        this.jvmWork = grouping == null ? new JvmWork(samples) : null;
    }

    /**
     * The sites that a sample counts for.
     *
     * @param sample the sample's index
     * @return their names, each once; exactly one where {@link SiteGrouping#addUp}
     */
    public List<String> of(int sample) {
        if (grouping == null) {
            return List.of(site(sample));
        }
        if (cumulative) {
            int depth = names.read(sample);
            Set<String> distinct = new LinkedHashSet<>(2 * depth);
            for (int i = 0; i < depth; i++) {
                distinct.add(names.name(names.at(i)));
            }
            return new ArrayList<>(distinct);
        }
        return List.of(innermost(grouping, sample));
    }

    /**
     * The application's frame above a sample's site; of what the JVM allocated for itself, the Java line that ran.
     *
     * @param sample the sample's index
     * @return the frame in one line; null where the site is the application's own, none of its frames is above, or sites
     *     aren't Java lines
     */
    public @Nullable String caller(int sample) {
        if (grouping != null || (compilations != null && compilations.ask(sample))) {
            return null;
        }
        resolver.moveTo(sample);
        if (resolver.caller() != ProfileFrames.NONE) {
            return resolver.frames().text(resolver.frames().name(resolver.caller()));
        }
        return isJvmWork(sample) ? resolver.frames().text(resolver.name()) : null;
    }

    private String site(int sample) {
        if (compilations != null && compilations.ask(sample)) {
            return SiteGrouping.COMPILATIONS;
        }
        if (isJvmWork(sample)) {
            return SiteGrouping.JVM_WORK;
        }
        resolver.moveTo(sample);
        return resolver.frames().text(resolver.name());
    }

    private boolean isJvmWork(int sample) {
        return jvmWork != null && jvmWork.is(sample);
    }

    private String innermost(Grouping by, int sample) {
        if (by == Grouping.THREAD) {
            names.read(sample);
            return names.name(names.at(0));
        }
        resolver.moveTo(sample);
        cursor.moveTo(sample);
        boolean bySite = by == Grouping.CLASS || by == Grouping.PACKAGE;
        int site = bySite ? resolver.site() : ProfileFrames.NONE;
        ProfileFrames frames = resolver.frames();
        String name = "no stack";
        for (int i = 0; i < cursor.depth(); i++) {
            int location = cursor.numbers()[i];
            int first = frames.first(location);
            for (int frame = first; frame < frames.first(location + 1); frame++) {
                name = names.name(names.ofLocation(location)[frame - first]);
                if (site == ProfileFrames.NONE ? !frames.isAllocator(frame) : frame == site) {
                    return name;
                }
            }
        }
        return name;
    }
}
