package io.jemscope.report.pipeline;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.callgrind.CallgrindWriter;
import io.jemscope.profile.collapsed.CollapsedWriter;
import io.jemscope.profile.jemalloc.SymbolizedWriter;
import io.jemscope.profile.json.JsonProfileWriter;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.profile.raw.RawWriter;
import io.jemscope.profile.speedscope.SpeedscopeWriter;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocationSitesText;
import io.jemscope.report.AppPackages;
import io.jemscope.report.CallTree;
import io.jemscope.report.Grouping;
import io.jemscope.report.Listing;
import io.jemscope.report.ListingText;
import io.jemscope.report.Peek;
import io.jemscope.report.PeekText;
import io.jemscope.report.ProfileQuality;
import io.jemscope.report.ProfileQualityText;
import io.jemscope.report.RunWindow;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.Tags;
import io.jemscope.report.TagsText;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Threads;
import io.jemscope.report.ThreadsText;
import io.jemscope.report.Top;
import io.jemscope.report.TopText;
import io.jemscope.report.Traces;
import io.jemscope.report.TracesText;
import io.jemscope.report.TreeText;
import io.jemscope.report.WeblistHtml;
import io.jemscope.report.comparison.BothSides;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.comparison.ComparisonText;
import io.jemscope.report.comparison.ProfileDiff;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.json.AllocationSitesJson;
import io.jemscope.report.json.ComparisonJson;
import io.jemscope.report.json.ListingJson;
import io.jemscope.report.json.PeekJson;
import io.jemscope.report.json.TagsJson;
import io.jemscope.report.json.ThreadsJson;
import io.jemscope.report.json.TopJson;
import io.jemscope.report.json.TracesJson;
import io.jemscope.report.json.TreeJson;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import io.jemscope.report.shaping.ShapedPair;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A report that can be written: what a {@link ReportRequest} makes of a profile. */
public final class Report {

    private static final String WITHOUT_BASE = "the profile without its base";

    private final ReportRequest request;
    private final SampleType measure;
    private final TextOptions layout;

    /** What is reported. */
    private final Profile profile;

    /** What tells what is known and what isn't: a difference can't. */
    private final Profile source;

    /** What it is compared with row by row; null where it isn't. */
    private final @Nullable Profile base;

    private final List<Labels.Unmatched> unmatched;

    private final double omitted;

    private Report(
            ReportRequest request,
            SampleType measure,
            TextOptions layout,
            Profile profile,
            Profile source,
            @Nullable Profile base,
            List<Labels.Unmatched> unmatched,
            double omitted) {
        this.request = request;
        this.measure = measure;
        this.layout = layout;
        this.profile = profile;
        this.source = source;
        this.base = base;
        this.unmatched = unmatched;
        this.omitted = omitted;
    }

    /**
     * The report of a profile.
     *
     * @param whole the profile, with its frames known
     * @throws IncompatibleException where it doesn't have what is asked for
     * @throws io.jemscope.profile.filter.FilterException where a filter takes more work than it may
     */
    public static Report of(ReportRequest request, Profile whole) {
        SampleType measure = request.measureOf(whole);
        check(Incompatibility.to(counted(request, measure), whole));
        boolean signed = BothSides.isDifference(whole);
        Optional<BothSides> sides = request.format().comparesRows() ? BothSides.in(whole) : Optional.empty();
        if (signed
                && sides.isEmpty()
                && !request.format().isSigned()
                && !request.format().holdsBothSides()) {
            throw new IncompatibleException(Incompatibility.NEGATIVE_FIGURES);
        }
        List<Labels.Unmatched> labels = request.transform().labels().unmatched(List.of(whole));
        if (sides.isPresent()) {
            ShapedPair pair =
                    request.transform().of(sides.get().profile(), sides.get().base());
            return compared(request, measure, pair, all(labels, pair.unmatched()));
        }
        ProfileTransform.Shaped shaped = request.transform().of(whole);
        TextOptions layout =
                signed ? request.layout().withWhole(BothSides.total(shaped.profile(), measure)) : request.layout();
        return new Report(
                request, measure, layout, shaped.profile(), shaped.source(), null, all(labels, shaped.unmatched()), 0);
    }

    /**
     * The report of the difference between a profile and its base, with the error of the difference: rows are those of {@link
     * Comparison}, and forms that hold whole profiles get both.
     *
     * @param whole the profile, with its frames known
     * @param base what is taken off it, with its frames known
     * @throws IncompatibleException where one of the two doesn't have what is asked for
     * @throws io.jemscope.profile.filter.FilterException where a filter takes more work than it may
     */
    public static Report of(ReportRequest request, Profile whole, Profile base) {
        if (BothSides.isDifference(base)) {
            throw new IncompatibleException(Incompatibility.BASE_IS_DIFFERENCE);
        }
        SampleType measure = request.measureOf(whole);
        check(Incompatibility.to(counted(request, measure), whole, base));
        ShapedPair pair = request.transform().of(whole, base);
        List<Labels.Unmatched> unmatched =
                all(request.transform().labels().unmatched(List.of(whole, base)), pair.unmatched());
        BaseOptions subtraction = request.subtraction();
        if (request.format().comparesRows()) {
            return compared(request, measure, pair, unmatched);
        }
        boolean dropped = subtraction.negatives() == BaseOptions.Negatives.DROPPED;
        if (request.format().holdsBothSides() && !subtraction.normalize() && !dropped) {
            return new Report(
                    request,
                    measure,
                    request.layout(),
                    base.samples().isEmpty() ? pair.profile().profile() : pair.joined(),
                    pair.profile().source(),
                    null,
                    unmatched,
                    0);
        }
        ProfileDiff all = pair.subtraction(subtraction.normalize());
        boolean omits =
                request.format().dropsNegatives() && subtraction.negatives() == BaseOptions.Negatives.WHERE_SHOWN;
        ProfileDiff shown = dropped || omits ? all.withoutNegatives() : all;
        double shareOf = subtraction.shareOfBase() ? shown.baseTotal(measure) : shown.absoluteTotal(measure);
        return new Report(
                request,
                measure,
                request.layout().withWhole(shareOf),
                shown.difference(),
                pair.profile().source(),
                null,
                unmatched,
                omits ? all.negatives(measure) : 0);
    }

    private static Report compared(
            ReportRequest request, SampleType measure, ShapedPair pair, List<Labels.Unmatched> unmatched) {
        return new Report(
                request,
                measure,
                request.layout(),
                pair.profile().profile(),
                pair.profile().source(),
                pair.base().profile(),
                unmatched,
                0);
    }

    /** What has to be known: a form that holds all there is takes what it finds. */
    private static SampleType counted(ReportRequest request, SampleType measure) {
        return request.format().isWhole() ? SampleType.LIVE_BYTES : measure;
    }

    private static void check(Optional<Incompatibility> obstacle) {
        if (obstacle.isPresent()) {
            throw new IncompatibleException(obstacle.get());
        }
    }

    private static List<Labels.Unmatched> all(List<Labels.Unmatched> labels, List<String> options) {
        List<Labels.Unmatched> all = new ArrayList<>(labels);
        for (String option : options) {
            all.add(new Labels.Unmatched(option, ""));
        }
        return List.copyOf(all);
    }

    /** What was asked for and matches nothing in the profiles: misspellings, as a rule. */
    public List<Labels.Unmatched> unmatched() {
        return unmatched;
    }

    /** The sum of what the report omits because its form has no negative figures, in the measure's unit; at most 0. */
    public double omitted() {
        return omitted;
    }

    /**
     * Writes the report.
     *
     * @param out where to; not closed
     * @throws io.jemscope.report.graph.GraphTooLargeException where a graph is too large to be drawn
     * @throws IOException where it can't be written
     */
    public void write(OutputStream out) throws IOException {
        if (base != null) {
            writeChanges(base, out);
        } else {
            writeProfile(out);
        }
        out.flush();
    }

    /** The call graph that is drawn. */
    public CallGraph graph() {
        return CallGraph.of(profile, measure, request.grouping(), request.limits(), layout.whole());
    }

    private void writeChanges(Profile earlier, OutputStream out) throws IOException {
        SiteGrouping sites = request.format() == ReportFormat.THREADS
                ? SiteGrouping.by(Grouping.THREAD, request.allocator())
                : SiteGrouping.byLine(request.allocator(), request.own());
        Comparison changes = Comparison.of(earlier, profile, measure, sites, false);
        if (request.json()) {
            ComparisonJson.write(changes, out);
        } else {
            String report = ComparisonText.print(changes, RunWindow.of(profile).orElse(null), layout, true);
            String known = ProfileQualityText.print(ProfileQuality.of(source), WITHOUT_BASE, layout);
            out.write((report + "\n" + known).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void writeProfile(OutputStream out) throws IOException {
        switch (request.format()) {
            case COLLAPSED -> writeCollapsed(out);
            case PPROF -> PprofWriter.write(profile, measure, out);
            case SPEEDSCOPE -> SpeedscopeWriter.write(profile, out);
            case CALLGRIND -> CallgrindWriter.write(profile, out);
            case RAW -> RawWriter.write(profile, out);
            case JEPROF -> SymbolizedWriter.write(profile, out);
            case JSON -> JsonProfileWriter.write(profile, out);
            case DOT -> DotWriter.write(graph(), out);
            case SVG -> SvgWriter.write(graph(), out);
            case WEBLIST -> WeblistHtml.write(listing(), request.sources(), layout, out);
            default -> {
                if (request.json()) {
                    writeJson(out);
                } else {
                    out.write(text().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    private void writeJson(OutputStream out) throws IOException {
        switch (request.format()) {
            case TOP -> TopJson.write(top(), layout, out);
            case TREE -> TreeJson.write(tree(), layout, out);
            case PEEK -> PeekJson.write(peek(), layout, out);
            case LIST -> ListingJson.write(listing(), layout, out);
            case TRACES -> TracesJson.write(traces(), layout, out);
            case TAGS -> TagsJson.write(tags(), out);
            case THREADS -> ThreadsJson.write(threads(), layout, out);
            default -> AllocationSitesJson.write(sites(), layout, out);
        }
    }

    private String text() {
        String report = switch (request.format()) {
            case TOP -> TopText.print(top(), layout);
            case TREE -> TreeText.print(tree(), layout);
            case PEEK -> PeekText.print(peek(), layout);
            case LIST -> ListingText.print(listing(), request.sources(), layout);
            case TRACES -> TracesText.print(traces(), layout);
            case TAGS -> TagsText.print(tags(), layout);
            case THREADS -> ThreadsText.print(threads(), layout);
            default -> AllocationSitesText.print(sites(), layout);
        };
        // A file that is a difference itself has no base here.
        boolean subtracted = layout.whole().isPresent() && !BothSides.isDifference(source);
        return report + "\n"
                + ProfileQualityText.print(
                        ProfileQuality.of(source), subtracted ? WITHOUT_BASE : "this profile", layout);
    }

    private void writeCollapsed(OutputStream out) throws IOException {
        try {
            CollapsedWriter.write(profile, measure, out);
        } catch (IllegalArgumentException e) {
            if (!hasNegative()) {
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

    private boolean hasNegative() {
        for (Sample sample : profile.samples()) {
            if (measure.of(sample) < 0) {
                return true;
            }
        }
        return false;
    }

    private AllocationSites sites() {
        return AllocationSites.of(profile, ownCode(), request.allocator(), measure);
    }

    private Top top() {
        return Top.of(profile, measure, request.grouping(), request.order());
    }

    private CallTree tree() {
        return CallTree.of(profile, measure, request.grouping(), layout);
    }

    private Peek peek() {
        return Peek.of(profile, measure, request.grouping(), request.pattern()).ordered(request.order());
    }

    private Listing listing() {
        return Listing.of(profile, measure, request.pattern()).ordered(request.order());
    }

    private Traces traces() {
        return Traces.of(profile, measure, request.grouping());
    }

    private Tags tags() {
        return Tags.of(profile, measure);
    }

    private Threads threads() {
        return Threads.of(profile, measure);
    }

    private AppPackages ownCode() {
        return request.own().isEmpty() ? AppPackages.of(profile) : new AppPackages(request.own());
    }
}
