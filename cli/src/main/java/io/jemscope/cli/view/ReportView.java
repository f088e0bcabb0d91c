package io.jemscope.cli.view;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.callgrind.CallgrindWriter;
import io.jemscope.profile.collapsed.CollapsedWriter;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.profile.jemalloc.SymbolizedWriter;
import io.jemscope.profile.json.JsonProfileWriter;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.profile.raw.RawWriter;
import io.jemscope.profile.speedscope.SpeedscopeWriter;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import io.jemscope.report.Grouping;
import io.jemscope.report.Holders;
import io.jemscope.report.HoldersText;
import io.jemscope.report.Listing;
import io.jemscope.report.ListingText;
import io.jemscope.report.Peek;
import io.jemscope.report.PeekText;
import io.jemscope.report.ProfileQuality;
import io.jemscope.report.ProfileQualityText;
import io.jemscope.report.RunWindow;
import io.jemscope.report.Sites;
import io.jemscope.report.Sources;
import io.jemscope.report.Tags;
import io.jemscope.report.TagsText;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Threads;
import io.jemscope.report.ThreadsText;
import io.jemscope.report.Top;
import io.jemscope.report.TopText;
import io.jemscope.report.Traces;
import io.jemscope.report.TracesText;
import io.jemscope.report.Tree;
import io.jemscope.report.TreeText;
import io.jemscope.report.WeblistHtml;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.comparison.ComparisonText;
import io.jemscope.report.comparison.ProfileDiff;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.json.ComparisonJson;
import io.jemscope.report.json.HoldersJson;
import io.jemscope.report.json.ListingJson;
import io.jemscope.report.json.PeekJson;
import io.jemscope.report.json.TagsJson;
import io.jemscope.report.json.ThreadsJson;
import io.jemscope.report.json.TopJson;
import io.jemscope.report.json.TracesJson;
import io.jemscope.report.json.TreeJson;
import io.jemscope.report.shaping.ShapedPair;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Which report of a profile is wanted.
 *
 * @param format its form
 * @param own the packages of the program's own code; empty to take them from the main class
 * @param counting what to count
 * @param layout how much of it to print, and how
 * @param limits how much of a call graph to draw
 * @param pattern whose callers, callees or lines are wanted, where the form asks for it; else one that matches everything
 * @param allocator which native functions don't say why memory was asked for
 * @param sources where source files are found
 * @param json whether a report's figures are wanted as JSON, where {@link ReportFormat#isData}
 */
public record ReportView(
        ReportFormat format,
        List<String> own,
        Counting counting,
        TextOptions layout,
        GraphLimits limits,
        NamePattern pattern,
        AllocatorFunctions allocator,
        Sources sources,
        boolean json) {

    /** How many rows are shown where nobody says. */
    public static final int ROWS = 20;

    /** Branches below this share of the whole are left out of trees where nobody says. */
    public static final double LEAST_BRANCH = 0.01;

    /** What a report of changes says whose knowledge it is. */
    private static final String LATER = "the later dump alone";

    /** Matches everything. */
    public static final NamePattern EVERYTHING = NamePattern.of("");

    /**
     * Keeps the list unchangeable.
     *
     * @param format its form
     * @param own the program's own packages; copied
     * @param counting what to count
     * @param layout how much to print
     * @param limits how much to draw
     * @param pattern whose callers, callees or lines are wanted
     * @param allocator which native functions to pass over
     * @param sources where source files are found
     * @param json whether JSON is wanted
     */
    public ReportView {
        own = List.copyOf(own);
    }

    /**
     * A report of the usual measure: bytes still held.
     *
     * @param format its form
     * @param own the packages of the program's own code; empty to take them from the main class
     * @param rows how many rows at most
     */
    public static ReportView of(ReportFormat format, List<String> own, int rows) {
        TextOptions layout = TextOptions.rows(rows).withNodeFraction(format == ReportFormat.TREE ? LEAST_BRANCH : 0);
        return new ReportView(
                format,
                own,
                Counting.USUAL,
                layout,
                GraphLimits.DEFAULT,
                EVERYTHING,
                AllocatorFunctions.KNOWN,
                Sources.NONE,
                false);
    }

    /**
     * The same in another form.
     *
     * @param other the form
     */
    public ReportView as(ReportFormat other) {
        return new ReportView(other, own, counting, layout, limits, pattern, allocator, sources, json);
    }

    /**
     * The same with other functions passed over.
     *
     * @param functions which native functions don't say why memory was asked for
     */
    public ReportView with(AllocatorFunctions functions) {
        return new ReportView(format, own, counting, layout, limits, pattern, functions, sources, json);
    }

    /**
     * The same with shares of something else than the profile's total.
     *
     * @param whole what shares are of, in the measure's unit
     */
    public ReportView withWhole(double whole) {
        return new ReportView(
                format, own, counting, layout.withWhole(whole), limits, pattern, allocator, sources, json);
    }

    /**
     * The same for a terminal.
     *
     * @param columns how wide a line should be at most
     */
    public ReportView withColumns(int columns) {
        return new ReportView(
                format, own, counting, layout.withColumns(columns), limits, pattern, allocator, sources, json);
    }

    /**
     * Writes the report.
     *
     * @param profile the profile, with its frames known
     * @param out where to; not closed
     * @throws IOException where it can't be written
     */
    public void write(Profile profile, OutputStream out) throws IOException {
        write(profile, profile, out);
    }

    /**
     * Writes the report of what a profile became.
     *
     * @param profile what is reported: the difference of two profiles, say
     * @param source the profile it was made of, with its frames known: a difference itself can't tell what it knows and
     *     what it doesn't
     * @param out where to; not closed
     * @throws IOException where it can't be written
     */
    public void write(Profile profile, Profile source, OutputStream out) throws IOException {
        write(profile, source, layout.whole().isEmpty() ? "this profile" : "FILE alone", out);
    }

    /**
     * Writes the report of what one profile has more than another of the same process, as sure as it is: rows are those of {@link
     * Comparison}, and forms that hold whole profiles get both. Forms without negative figures have nothing of the stacks that
     * there is less of.
     *
     * @param pair the profile and its base
     * @param out where to; not closed
     * @throws IOException where it can't be written
     */
    public void write(ShapedPair pair, OutputStream out) throws IOException {
        if (format == ReportFormat.HOLDERS || format == ReportFormat.THREADS) {
            writeChanges(pair, out);
        } else if (format.holdsBothSides()) {
            write(pair.joined(), pair.profile().source(), out);
        } else {
            ProfileDiff all = pair.subtraction(false);
            ProfileDiff shown = format.dropsNegatives() ? all.withoutNegatives() : all;
            withWhole(shown.absoluteTotal(counting.measure()))
                    .write(shown.difference(), pair.profile().source(), LATER, out);
        }
    }

    private void writeChanges(ShapedPair pair, OutputStream out) throws IOException {
        Sites sites =
                format == ReportFormat.THREADS ? Sites.by(Grouping.THREAD, allocator) : Sites.holders(allocator, own);
        Profile later = pair.profile().profile();
        Comparison changes = Comparison.of(pair.base().profile(), later, counting.measure(), sites, false);
        if (json) {
            ComparisonJson.write(changes, out);
        } else {
            String report = ComparisonText.print(changes, RunWindow.of(later).orElse(null), layout, true);
            String known =
                    ProfileQualityText.print(ProfileQuality.of(pair.profile().source()), LATER, layout);
            out.write((report + "\n" + known).getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
    }

    private void write(Profile profile, Profile source, String whose, OutputStream out) throws IOException {
        switch (format) {
            case COLLAPSED -> writeCollapsed(profile, out);
            case PPROF -> PprofWriter.write(profile, out);
            case SPEEDSCOPE -> SpeedscopeWriter.write(profile, out);
            case CALLGRIND -> CallgrindWriter.write(profile, out);
            case RAW -> RawWriter.write(profile, out);
            case JEPROF -> SymbolizedWriter.write(profile, out);
            case JSON -> JsonProfileWriter.write(profile, out);
            case DOT -> DotWriter.write(graph(profile), out);
            case SVG -> SvgWriter.write(graph(profile), out);
            case WEBLIST -> WeblistHtml.write(listing(profile), sources, layout, out);
            default -> {
                if (json) {
                    writeJson(profile, out);
                } else {
                    out.write(text(profile, source, whose).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        out.flush();
    }

    /**
     * Writes the call graph in Graphviz's language, to be laid out as a picture.
     *
     * @param profile the profile, with its frames known
     * @param out where to; not closed
     * @throws io.jemscope.report.graph.GraphTooLargeException where it is larger than any picture that is drawn here
     * @throws IOException where it can't be written
     */
    public void writeDrawable(Profile profile, OutputStream out) throws IOException {
        CallGraph graph = graph(profile);
        SvgWriter.check(graph);
        DotWriter.write(graph, out);
        out.flush();
    }

    private void writeJson(Profile profile, OutputStream out) throws IOException {
        switch (format) {
            case TOP -> TopJson.write(top(profile), layout, out);
            case TREE -> TreeJson.write(tree(profile), layout, out);
            case PEEK -> PeekJson.write(peek(profile), layout, out);
            case LIST -> ListingJson.write(listing(profile), layout, out);
            case TRACES -> TracesJson.write(traces(profile), layout, out);
            case TAGS -> TagsJson.write(tags(profile), out);
            case THREADS -> ThreadsJson.write(threads(profile), layout, out);
            default -> HoldersJson.write(holders(profile), layout, out);
        }
    }

    private String text(Profile profile, Profile source, String whose) {
        String report = switch (format) {
            case TOP -> TopText.print(top(profile), layout);
            case TREE -> TreeText.print(tree(profile), layout);
            case PEEK -> PeekText.print(peek(profile), layout);
            case LIST -> ListingText.print(listing(profile), sources, layout);
            case TRACES -> TracesText.print(traces(profile), layout);
            case TAGS -> TagsText.print(tags(profile), layout);
            case THREADS -> ThreadsText.print(threads(profile), layout);
            default -> HoldersText.print(holders(profile), layout);
        };
        return report + "\n" + ProfileQualityText.print(ProfileQuality.of(source), whose, layout);
    }

    private void writeCollapsed(Profile profile, OutputStream out) throws IOException {
        try {
            CollapsedWriter.write(profile, counting.measure(), out);
        } catch (IllegalArgumentException e) {
            if (!hasNegative(profile)) {
                throw e;
            }
            FormatException refused = layout.whole().isPresent()
                    ? new FormatException(
                            "The difference can't be written as collapsed stacks",
                            "of some stacks there is less than in the base, and that form has no negative figures",
                            "Add --drop-negative, choose --format top or tree, or see: jemscope diff BASE FILE")
                    : new FormatException(
                            "The profile can't be written as collapsed stacks",
                            "some of its stacks have negative figures, as a difference has them, and that form has none",
                            "Choose --format top or tree");
            refused.initCause(e);
            throw refused;
        }
    }

    private boolean hasNegative(Profile profile) {
        for (Sample sample : profile.samples()) {
            if (counting.measure().of(sample) < 0) {
                return true;
            }
        }
        return false;
    }

    private Holders holders(Profile profile) {
        return Holders.of(profile, ownCode(profile), allocator, counting.measure());
    }

    private Top top(Profile profile) {
        return Top.of(profile, counting.measure(), counting.grouping(), counting.order());
    }

    private Tree tree(Profile profile) {
        return Tree.of(profile, counting.measure(), counting.grouping(), layout);
    }

    private Peek peek(Profile profile) {
        return Peek.of(profile, counting.measure(), counting.grouping(), pattern)
                .ordered(counting.order());
    }

    private Listing listing(Profile profile) {
        return Listing.of(profile, counting.measure(), pattern).ordered(counting.order());
    }

    private Traces traces(Profile profile) {
        return Traces.of(profile, counting.measure(), counting.grouping());
    }

    private Tags tags(Profile profile) {
        return Tags.of(profile, counting.measure());
    }

    private Threads threads(Profile profile) {
        return Threads.of(profile, counting.measure());
    }

    private CallGraph graph(Profile profile) {
        return CallGraph.of(profile, counting.measure(), counting.grouping(), limits, layout.whole());
    }

    private AppPackages ownCode(Profile profile) {
        return own.isEmpty() ? AppPackages.of(profile) : new AppPackages(own);
    }
}
