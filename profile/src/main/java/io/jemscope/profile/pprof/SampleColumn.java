package io.jemscope.profile.pprof;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the figures that every sample of a pprof file has.
 *
 * @param type the sample type, as Go's heap profiles name it
 * @param measure the figure in the model
 */
public record SampleColumn(String type, SampleType measure) {

    /** The column that readers show by default. */
    public static final SampleColumn DEFAULT = new SampleColumn("inuse_space", SampleType.LIVE_BYTES);

    /** The column of live objects. */
    static final SampleColumn LIVE_OBJECTS = new SampleColumn("inuse_objects", SampleType.LIVE_OBJECTS);

    private static final List<SampleColumn> LIVE = List.of(LIVE_OBJECTS, DEFAULT);

    private static final List<SampleColumn> ALL = List.of(
            new SampleColumn("alloc_objects", SampleType.ACCUMULATED_OBJECTS),
            new SampleColumn("alloc_space", SampleType.ACCUMULATED_BYTES),
            LIVE_OBJECTS,
            DEFAULT);

    /**
     * The columns that a profile fills.
     *
     * @return the columns in pprof's order; those of accumulated amounts only where there are such
     */
    public static List<SampleColumn> of(Profile profile) {
        return profile.samples().stream().map(Sample::accumulated).allMatch(amount -> amount.isNone()) ? LIVE : ALL;
    }

    /**
     * The figure of a sample type.
     *
     * @param type the sample type's name
     * @return the figure; null for types of other names
     */
    public static @Nullable SampleType measure(String type) {
        for (SampleColumn column : ALL) {
            if (column.type.equals(type)) {
                return column.measure;
            }
        }
        return null;
    }

    /** Whether a reader shows these figures by default, or has no sample type of this name. */
    static boolean isUsual(String type) {
        SampleType measure = measure(type);
        return measure == null || measure == DEFAULT.measure;
    }

    // Written out: see Mapping.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SampleColumn column && type.equals(column.type) && measure == column.measure;
    }

    @Override
    public int hashCode() {
        return type.hashCode() * 31 + measure.hashCode();
    }
}
