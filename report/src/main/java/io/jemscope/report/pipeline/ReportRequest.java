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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which report of a profile to make.
 *
 * @param code what separates the program's own code from others'
 * @param base how a base is subtracted
 */
public record ReportRequest(
        ReportFormat format, Selection selection, Presentation presentation, Code code, BaseOptions base) {

    /** The default number of rows. */
    public static final int ROWS = 20;

    /** By default trees leave out branches below this share of the total. */
    public static final double LEAST_BRANCH = 0.01;

    /** Matches everything. */
    public static final NamePattern EVERYTHING = NamePattern.of("");

    /**
     * What the report counts.
     *
     * @param transform which samples and frames count
     * @param sampleType null for the one that the profile itself names
     * @param grouping what frames are counted by, where {@link ReportFormat#isGrouped}
     * @param order of functions, where {@link ReportFormat#isOrdered}
     * @param pattern the functions whose callers, callees or lines are shown, in formats that need it; else {@link #EVERYTHING}
     */
    public record Selection(
            ProfileTransform transform,
            @Nullable SampleType sampleType,
            Grouping grouping,
            Top.Order order,
            NamePattern pattern) {}

    /**
     * How the report looks.
     *
     * @param json whether to write the figures as JSON, where {@link ReportFormat#isText}
     * @param text how much of a text to print, and how
     * @param graph how much of a call graph to draw
     * @param sources where source files are found; the page shows source only if it is not {@link Sources#NONE}
     */
    public record Presentation(boolean json, TextOptions text, GraphLimits graph, Sources sources) {}

    /**
     * Which frames count as the program's own code, and which as the allocator's.
     *
     * @param app the packages of the program's own code; empty to take them from the main class
     * @param allocator native functions that allocate on behalf of their callers
     */
    public record Code(List<String> app, AllocatorFunctions allocator) {

        /** What a profile itself shows of its code. */
        public static final Code DEFAULT = new Code(List.of(), AllocatorFunctions.KNOWN);

        /**
         * Copies the list.
         *
         * @param app the program's own packages
         */
        public Code {
            app = List.copyOf(app);
        }
    }

    /**
     * The report in a format with default options.
     *
     * @param rows how many rows at most
     */
    public static ReportRequest of(ReportFormat format, int rows) {
        TextOptions text = TextOptions.rows(rows).withNodeFraction(format == ReportFormat.TREE ? LEAST_BRANCH : 0);
        return new ReportRequest(
                format,
                new Selection(ProfileTransform.NONE, null, Grouping.FUNCTION, Top.Order.FLAT, EVERYTHING),
                new Presentation(false, text, GraphLimits.DEFAULT, Sources.NONE),
                Code.DEFAULT,
                BaseOptions.DEFAULT);
    }

    /** The same report of other samples and frames. */
    public ReportRequest withTransform(ProfileTransform transform) {
        return withSelection(new Selection(
                transform, selection.sampleType(), selection.grouping(), selection.order(), selection.pattern()));
    }

    /** The same report with another sample type. */
    public ReportRequest withSampleType(SampleType type) {
        return withSelection(new Selection(
                selection.transform(), type, selection.grouping(), selection.order(), selection.pattern()));
    }

    private ReportRequest withSelection(Selection other) {
        return new ReportRequest(format, other, presentation, code, base);
    }

    /** The same report with other options of its text. */
    public ReportRequest withText(UnaryOperator<TextOptions> change) {
        Presentation changed = new Presentation(
                presentation.json(), change.apply(presentation.text()), presentation.graph(), presentation.sources());
        return new ReportRequest(format, selection, changed, code, base);
    }

    /** The same report with other rules for what is the program's own code. */
    public ReportRequest withCode(Code other) {
        return new ReportRequest(format, selection, presentation, other, base);
    }

    /** The sample type to count: the requested one, else the default of the profile's file. */
    SampleType sampleTypeOf(Profile profile) {
        SampleType requested = selection.sampleType();
        SampleType type = requested == null ? defaultSampleType(profile) : requested;
        // Everything in a log has been freed.
        return Incompatibility.isLog(profile) ? type.accumulated() : type;
    }

    private SampleType defaultSampleType(Profile profile) {
        SampleType shown = SampleColumn.measure(
                profile.metadata().get(ProfileMetadata.SHOWN).orElse(SampleColumn.DEFAULT.type()));
        if (shown == null) {
            return SampleColumn.DEFAULT.measure();
        }
        if (format == ReportFormat.HOLDERS || format.isPage()) {
            return shown.isAccumulated() ? SampleType.ACCUMULATED_BYTES : SampleType.LIVE_BYTES;
        }
        return shown;
    }
}
