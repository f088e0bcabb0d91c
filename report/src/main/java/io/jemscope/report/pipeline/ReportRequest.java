package io.jemscope.report.pipeline;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.profile.pprof.SampleColumn;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Grouping;
import io.jemscope.report.Sources;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.shaping.ProfileTransform;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which report of a profile is wanted.
 *
 * @param json whether a report's figures are wanted as JSON, where {@link ReportFormat#isText}
 * @param transform which samples and frames count
 * @param measure what to count; null for what the profile itself says
 * @param grouping what frames are counted by, where {@link ReportFormat#isGrouped}
 * @param order of functions, where {@link ReportFormat#isOrdered}
 * @param pattern whose callers, callees or lines are wanted, where the form asks for it; else one that matches everything
 * @param layout how much of a text to print, and how
 * @param limits how much of a call graph to draw
 * @param own the packages of the program's own code; empty to take them from the main class
 * @param allocator which native functions don't say why memory was asked for
 * @param sources where source files are found
 * @param subtraction what happens with a base
 */
public record ReportRequest(
        ReportFormat format,
        boolean json,
        ProfileTransform transform,
        @Nullable SampleType measure,
        Grouping grouping,
        Top.Order order,
        NamePattern pattern,
        TextOptions layout,
        GraphLimits limits,
        List<String> own,
        AllocatorFunctions allocator,
        Sources sources,
        BaseOptions subtraction) {

    /** The default number of rows. */
    public static final int ROWS = 20;

    /** By default trees leave out branches below this share of the total. */
    public static final double LEAST_BRANCH = 0.01;

    /** Matches everything. */
    public static final NamePattern EVERYTHING = NamePattern.of("");

    /**
     * Keeps the list unchangeable.
     *
     * @param own the program's own packages; copied
     */
    public ReportRequest {
        own = List.copyOf(own);
    }

    /**
     * The usual report in a form.
     *
     * @param rows how many rows at most
     */
    public static ReportRequest of(ReportFormat format, int rows) {
        return new ReportRequest(
                format,
                false,
                ProfileTransform.NONE,
                null,
                Grouping.FUNCTION,
                Top.Order.FLAT,
                EVERYTHING,
                TextOptions.rows(rows).withNodeFraction(format == ReportFormat.TREE ? LEAST_BRANCH : 0),
                GraphLimits.DEFAULT,
                List.of(),
                AllocatorFunctions.KNOWN,
                Sources.NONE,
                BaseOptions.DEFAULT);
    }

    /** The same of what a transform leaves. */
    public ReportRequest withTransform(ProfileTransform other) {
        return new ReportRequest(
                format,
                json,
                other,
                measure,
                grouping,
                order,
                pattern,
                layout,
                limits,
                own,
                allocator,
                sources,
                subtraction);
    }

    /**
     * The same where it is known whose code is whose.
     *
     * @param app the packages of the program's own code; empty to take them from the main class
     * @param functions which native functions don't say why memory was asked for
     */
    public ReportRequest withCode(List<String> app, AllocatorFunctions functions) {
        return new ReportRequest(
                format,
                json,
                transform,
                measure,
                grouping,
                order,
                pattern,
                layout,
                limits,
                app,
                functions,
                sources,
                subtraction);
    }

    /** The same with another layout of texts. */
    public ReportRequest withLayout(TextOptions other) {
        return new ReportRequest(
                format,
                json,
                transform,
                measure,
                grouping,
                order,
                pattern,
                other,
                limits,
                own,
                allocator,
                sources,
                subtraction);
    }

    /** The same of another figure. */
    public ReportRequest withMeasure(SampleType other) {
        return new ReportRequest(
                format,
                json,
                transform,
                other,
                grouping,
                order,
                pattern,
                layout,
                limits,
                own,
                allocator,
                sources,
                subtraction);
    }

    /** What to count: what was asked for, else the default of the profile's file. */
    SampleType measureOf(Profile profile) {
        SampleType asked = measure == null ? usualMeasure(profile) : measure;
        // All that is in a log has been freed.
        return Incompatibility.isLog(profile) ? asked.accumulated() : asked;
    }

    private SampleType usualMeasure(Profile profile) {
        SampleType shown = SampleColumn.measure(
                profile.metadata().get(ProfileMetadata.SHOWN).orElse(SampleColumn.DEFAULT.type()));
        if (shown == null) {
            return SampleColumn.DEFAULT.measure();
        }
        if (format == ReportFormat.HOLDERS) {
            return shown.isAccumulated() ? SampleType.ACCUMULATED_BYTES : SampleType.LIVE_BYTES;
        }
        return shown;
    }
}
