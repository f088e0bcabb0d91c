package io.jemscope.report.pipeline;

import io.jemscope.profile.Profile;
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
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import io.jemscope.report.CallTree;
import io.jemscope.report.FrameKinds;
import io.jemscope.report.Grouping;
import io.jemscope.report.Listing;
import io.jemscope.report.ListingText;
import io.jemscope.report.Peek;
import io.jemscope.report.PeekText;
import io.jemscope.report.ProfileQuality;
import io.jemscope.report.ProfileQualityText;
import io.jemscope.report.RunWindow;
import io.jemscope.report.SiteGrouping;
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
import io.jemscope.report.page.HtmlFile;
import io.jemscope.report.page.PageData;
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
    private final SampleType sampleType;
    private final TextOptions text;

    /** The profile, or its difference from a base. */
    private final Profile profile;

    /** The profile whose quality the report states: a difference has none of its own. */
    private final Profile source;

    /** The base to compare row by row; null for other formats. */
    private final @Nullable Profile base;

    private final List<Labels.Unmatched> unmatched;

    private final double omitted;

    private Report(
            ReportRequest request,
            SampleType sampleType,
            TextOptions text,
            Profile profile,
            Profile source,
            @Nullable Profile base,
            List<Labels.Unmatched> unmatched,
            double omitted) {
        this.request = request;
        this.sampleType = sampleType;
        this.text = text;
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
     * @throws IncompatibleException if the profile lacks what the report needs
     * @throws io.jemscope.profile.filter.FilterException if a filter needs more work than it may
     */
    public static Report of(ReportRequest request, Profile whole) {
        ReportFormat format = request.format();
        SampleType type = request.sampleTypeOf(whole);
        check(Incompatibility.to(needed(format, type), whole));
        boolean signed = BothSides.isDifference(whole);
        Optional<BothSides> sides = format.comparesRows() ? BothSides.in(whole) : Optional.empty();
        if (signed && sides.isEmpty() && !format.isSigned() && !format.holdsBothSides()) {
            throw new IncompatibleException(Incompatibility.NEGATIVE_FIGURES);
        }
        ProfileTransform transform = request.selection().transform();
        List<Labels.Unmatched> labels = transform.labels().unmatched(List.of(whole));
        if (sides.isPresent()) {
            ShapedPair pair = transform.of(sides.get().profile(), sides.get().base());
            return compared(request, type, pair, all(labels, pair.unmatched()));
        }
        ProfileTransform.Shaped shaped = transform.of(whole);
        if (cannotShow(format, shaped.profile(), type)) {
            throw new IncompatibleException(Incompatibility.NEGATIVE_FIGURES);
        }
        TextOptions text = request.presentation().text();
        return new Report(
                request,
                type,
                signed ? text.withWhole(BothSides.total(shaped.profile(), type)) : text,
                shaped.profile(),
                shaped.source(),
                null,
                all(labels, shaped.unmatched()),
                0);
    }

    /**
     * The report of the difference between a profile and its base, with the error of the difference: rows are those of {@link
     * Comparison}, and formats that hold whole profiles get both.
     *
     * @param whole the profile, with its frames known
     * @param base the profile to subtract, with its frames known
     * @throws IncompatibleException if one of the two lacks what the report needs
     * @throws io.jemscope.profile.filter.FilterException if a filter needs more work than it may
     */
    public static Report of(ReportRequest request, Profile whole, Profile base) {
        if (BothSides.isDifference(base)) {
            throw new IncompatibleException(Incompatibility.BASE_IS_DIFFERENCE);
        }
        ReportFormat format = request.format();
        SampleType type = request.sampleTypeOf(whole);
        check(Incompatibility.to(needed(format, type), whole, base));
        ProfileTransform transform = request.selection().transform();
        ShapedPair pair = transform.of(whole, base);
        List<Labels.Unmatched> unmatched = all(transform.labels().unmatched(List.of(whole, base)), pair.unmatched());
        BaseOptions options = request.base();
        if (format.comparesRows()) {
            return compared(request, type, pair, unmatched);
        }
        TextOptions text = request.presentation().text();
        boolean dropped = options.negatives() == BaseOptions.Negatives.DROPPED;
        if (format.holdsBothSides() && !options.normalize() && !dropped) {
            Profile both = base.samples().isEmpty() ? pair.profile().profile() : pair.joined();
            return new Report(request, type, text, both, pair.profile().source(), null, unmatched, 0);
        }
        ProfileDiff all = pair.difference(options.normalize());
        if (options.negatives() == BaseOptions.Negatives.REQUIRED && cannotShow(format, all.difference(), type)) {
            throw new IncompatibleException(Incompatibility.SHRINKAGE);
        }
        boolean omits = format.dropsNegatives() && options.negatives() == BaseOptions.Negatives.WHERE_SHOWN;
        ProfileDiff shown = dropped || omits ? all.withoutNegatives() : all;
        return new Report(
                request,
                type,
                text.withWhole(options.shareOfBase() ? shown.baseTotal(type) : shown.absoluteTotal(type)),
                shown.difference(),
                pair.profile().source(),
                null,
                unmatched,
                omits ? all.negatives(type) : 0);
    }

    private static Report compared(
            ReportRequest request, SampleType type, ShapedPair pair, List<Labels.Unmatched> unmatched) {
        return new Report(
                request,
                type,
                request.presentation().text(),
                pair.profile().profile(),
                pair.profile().source(),
                pair.base().profile(),
                unmatched,
                0);
    }

    /** The sample type that a profile must have: formats that hold whole profiles write whatever there is. */
    private static SampleType needed(ReportFormat format, SampleType type) {
        return format.isWhole() ? SampleType.LIVE_BYTES : type;
    }

    /** Whether the format lacks negative figures and would need one. Collapsed stacks add up threads, which may cancel out. */
    private static boolean cannotShow(ReportFormat format, Profile profile, SampleType type) {
        return format == ReportFormat.COLLAPSED
                ? CollapsedWriter.hasNegatives(profile, type)
                : format.dropsNegatives() && BothSides.hasNegatives(profile.samples());
    }

    private static void check(Optional<Incompatibility> found) {
        if (found.isPresent()) {
            throw new IncompatibleException(found.get());
        }
    }

    private static List<Labels.Unmatched> all(List<Labels.Unmatched> labels, List<String> options) {
        List<Labels.Unmatched> all = new ArrayList<>(labels);
        for (String option : options) {
            all.add(new Labels.Unmatched(option, ""));
        }
        return List.copyOf(all);
    }

    /** The options that match nothing in the profiles; usually they are misspelt. */
    public List<Labels.Unmatched> unmatched() {
        return unmatched;
    }

    /** The sum of what the report omits because its format has no negative figures, in the sample type's unit; at most 0. */
    public double omitted() {
        return omitted;
    }

    /**
     * Writes the report.
     *
     * @param out stays open
     * @throws io.jemscope.report.graph.GraphTooLargeException if a graph is too large to draw
     */
    public void write(OutputStream out) throws IOException {
        if (base != null) {
            writeChanges(base, out);
        } else {
            writeProfile(out);
        }
        out.flush();
    }

    /** The call graph to draw. */
    public CallGraph graph() {
        return CallGraph.of(
                profile,
                sampleType,
                request.selection().grouping(),
                request.presentation().graph(),
                text.whole());
    }

    private void writeChanges(Profile base, OutputStream out) throws IOException {
        if (request.format().isPage()) {
            writePage(base, out);
            return;
        }
        SiteGrouping sites = request.format() == ReportFormat.THREADS
                ? SiteGrouping.by(Grouping.THREAD, request.code().allocator())
                : SiteGrouping.byLine(request.code().allocator(), request.code().app());
        Comparison changes =
                Comparison.of(base, profile, sampleType, sites, request.base().normalize());
        if (request.presentation().json()) {
            ComparisonJson.write(changes, out);
        } else {
            String report = ComparisonText.print(changes, RunWindow.of(profile).orElse(null), text, true);
            String known = ProfileQualityText.print(ProfileQuality.of(source), WITHOUT_BASE, text);
            out.write((report + "\n" + known).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void writeProfile(OutputStream out) throws IOException {
        switch (request.format()) {
            case COLLAPSED -> CollapsedWriter.write(profile, sampleType, out);
            case PPROF -> PprofWriter.write(profile, sampleType, out);
            case SPEEDSCOPE -> SpeedscopeWriter.write(profile, out);
            case CALLGRIND -> CallgrindWriter.write(profile, out);
            case RAW -> RawWriter.write(profile, out);
            case JEPROF -> SymbolizedWriter.write(profile, out);
            case JSON -> JsonProfileWriter.write(profile, out);
            case DOT -> DotWriter.write(graph(), out);
            case SVG -> SvgWriter.write(graph(), out);
            case HTML, PAGE -> writePage(null, out);
            case WEBLIST -> WeblistHtml.write(listing(), request.presentation().sources(), text, out);
            case HOLDERS, TOP, TREE, PEEK, LIST, TRACES, TAGS, THREADS -> {
                if (request.presentation().json()) {
                    writeJson(out);
                } else {
                    out.write(print().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    private void writePage(@Nullable Profile base, OutputStream out) throws IOException {
        FrameKinds kinds = FrameKinds.of(profile, ownCode());
        AllocatorFunctions allocator = request.code().allocator();
        PageData data;
        if (base == null) {
            data = PageData.of(profile, source, sites(), kinds, allocator);
        } else {
            SiteGrouping lines = SiteGrouping.byLine(allocator, request.code().app());
            Comparison changes = Comparison.of(
                    base, profile, sampleType, lines, request.base().normalize());
            data = PageData.of(profile, source, base, changes, kinds, allocator);
        }
        Sources sources = request.presentation().sources();
        if (!sources.equals(Sources.NONE)) {
            data = data.withSources(listing(), sources);
        }
        if (request.format() == ReportFormat.HTML) {
            HtmlFile.write(data, out);
        } else {
            data.write(out);
        }
    }

    private void writeJson(OutputStream out) throws IOException {
        switch (request.format()) {
            case TOP -> TopJson.write(top(), text, out);
            case TREE -> TreeJson.write(tree(), text, out);
            case PEEK -> PeekJson.write(peek(), text, out);
            case LIST -> ListingJson.write(listing(), text, out);
            case TRACES -> TracesJson.write(traces(), text, out);
            case TAGS -> TagsJson.write(tags(), out);
            case THREADS -> ThreadsJson.write(threads(), text, out);
            case HOLDERS -> AllocationSitesJson.write(sites(), text, out);
            default -> throw new IllegalStateException(request.format() + " has no table");
        }
    }

    private String print() {
        String report = switch (request.format()) {
            case TOP -> TopText.print(top(), text);
            case TREE -> TreeText.print(tree(), text);
            case PEEK -> PeekText.print(peek(), text);
            case LIST -> ListingText.print(listing(), request.presentation().sources(), text);
            case TRACES -> TracesText.print(traces(), text);
            case TAGS -> TagsText.print(tags(), text);
            case THREADS -> ThreadsText.print(threads(), text);
            case HOLDERS -> AllocationSitesText.print(sites(), text);
            default -> throw new IllegalStateException(request.format() + " is not a text");
        };
        // A file that is itself a difference has no base here.
        boolean subtracted = text.whole().isPresent() && !BothSides.isDifference(source);
        return report + "\n"
                + ProfileQualityText.print(ProfileQuality.of(source), subtracted ? WITHOUT_BASE : "this profile", text);
    }

    private AllocationSites sites() {
        return AllocationSites.of(profile, ownCode(), request.code().allocator(), sampleType);
    }

    private Top top() {
        return Top.of(
                profile,
                sampleType,
                request.selection().grouping(),
                request.selection().order());
    }

    private CallTree tree() {
        return CallTree.of(profile, sampleType, request.selection().grouping(), text);
    }

    private Peek peek() {
        return Peek.of(
                        profile,
                        sampleType,
                        request.selection().grouping(),
                        request.selection().pattern())
                .ordered(request.selection().order());
    }

    private Listing listing() {
        return Listing.of(profile, sampleType, request.selection().pattern())
                .ordered(request.selection().order());
    }

    private Traces traces() {
        return Traces.of(profile, sampleType, request.selection().grouping());
    }

    private Tags tags() {
        return Tags.of(profile, sampleType);
    }

    private Threads threads() {
        return Threads.of(profile, sampleType);
    }

    private AppPackages ownCode() {
        return request.code().app().isEmpty()
                ? AppPackages.of(profile)
                : new AppPackages(request.code().app());
    }
}
