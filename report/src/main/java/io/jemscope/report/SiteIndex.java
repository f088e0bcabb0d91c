package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sites of a profile's samples by a {@link SiteGrouping}. Not thread-safe. */
public final class SiteIndex {

    private final Samples samples;
    private final @Nullable Grouping grouping;
    private final boolean cumulative;
    private final SiteResolver resolver;
    private final StackNames stacks;
    private final FrameNames names;
    private final StackCursor cursor;

    /** Null unless sites are Java lines. */
    private final @Nullable Compilations compilations;

    /** Null unless sites are Java lines. */
    private final @Nullable JvmWork jvmWork;

    SiteIndex(Profile profile, SiteResolver resolver, @Nullable Grouping grouping, boolean cumulative) {
        this.samples = profile.compact();
        this.grouping = grouping;
        this.cumulative = cumulative;
        this.resolver = resolver;
        this.stacks = new StackNames(
                samples, new FrameNames(resolver.frames(), grouping == null ? Grouping.FUNCTION : grouping));
        this.names = stacks.names();
        this.cursor = samples.stacks();
        this.compilations = grouping == null ? new Compilations(samples) : null;
        this.jvmWork = grouping == null ? new JvmWork(samples) : null;
    }

    /** The names of the sites that a sample counts for, each once; exactly one if {@link SiteGrouping#addUp}. */
    public List<String> of(int sample) {
        if (grouping == null) {
            return List.of(site(sample));
        }
        if (cumulative) {
            int depth = stacks.read(sample);
            Set<String> distinct = new LinkedHashSet<>(2 * depth);
            for (int i = 0; i < depth; i++) {
                distinct.add(names.name(stacks.at(i)));
            }
            return new ArrayList<>(distinct);
        }
        return List.of(innermost(grouping, sample));
    }

    /**
     * The application's frame above a sample's site; for the JVM's own work, the Java line that ran.
     *
     * @return null if the site is the application's own, none of its frames is above, or sites aren't Java lines
     */
    public @Nullable String caller(int sample) {
        if (grouping != null || (compilations != null && compilations.ask(sample))) {
            return null;
        }
        resolver.moveTo(sample);
        if (resolver.caller() != FrameTable.NONE) {
            return resolver.names().name(resolver.names().of(resolver.caller()));
        }
        return isJvmWork(sample) ? resolver.names().name(resolver.name()) : null;
    }

    private String site(int sample) {
        if (compilations != null && compilations.ask(sample)) {
            return SiteGrouping.COMPILATIONS;
        }
        if (isJvmWork(sample)) {
            return SiteGrouping.JVM_WORK;
        }
        resolver.moveTo(sample);
        return resolver.names().name(resolver.name());
    }

    private boolean isJvmWork(int sample) {
        return jvmWork != null && jvmWork.is(sample);
    }

    private String innermost(Grouping by, int sample) {
        if (by == Grouping.THREAD) {
            stacks.read(sample);
            return names.name(stacks.at(0));
        }
        resolver.moveTo(sample);
        cursor.moveTo(sample);
        boolean bySite = by == Grouping.CLASS || by == Grouping.PACKAGE;
        int site = bySite ? resolver.site() : FrameTable.NONE;
        FrameTable frames = resolver.frames();
        String name = "no stack";
        for (int i = 0; i < cursor.depth(); i++) {
            int location = cursor.numbers()[i];
            for (int frame = frames.first(location); frame < frames.first(location + 1); frame++) {
                name = names.name(names.of(frame));
                if (site == FrameTable.NONE ? !frames.isAllocator(frame) : frame == site) {
                    return name;
                }
            }
        }
        return name;
    }
}
