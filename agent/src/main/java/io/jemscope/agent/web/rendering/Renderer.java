package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.callgrind.CallgrindWriter;
import io.jemscope.profile.collapsed.CollapsedWriter;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.jemalloc.SymbolizedWriter;
import io.jemscope.profile.json.JsonProfileWriter;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.profile.speedscope.SpeedscopeWriter;
import io.jemscope.report.ProfileQuality;
import io.jemscope.report.ProfileQualityText;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import io.jemscope.report.TopText;
import io.jemscope.report.comparison.ProfileDiff;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.shaping.Incompatibility;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import io.jemscope.report.shaping.ShapedPair;
import io.jemscope.symbols.LiveBinaries;
import io.jemscope.symbols.Symbolizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a dump of this process into a form. The one class here that knows profiles, symbols and reports: until the first
 * is asked for, none of these is loaded. For one thread.
 */
final class Renderer {

    private final LiveBinaries binaries;
    private final HeapRoom room;

    /**
     * What became of the dumps.
     *
     * @param source what tells what is known and what isn't
     * @param shareOf what shares are of; empty for the profile's total
     */
    private record Shown(Profile profile, Profile source, OptionalDouble shareOf) {}

    Renderer(long pid, HeapRoom room) {
        this.binaries = new LiveBinaries(pid);
        this.room = room;
    }

    /**
     * Makes it.
     *
     * @param dump a dump of this process
     * @param baseline another, whose figures are taken off; null for none
     * @param view what of it, and how
     * @param out what to write to; stays open
     * @return the names, as they were sent, of what was asked for that nothing in the dumps matched
     * @throws io.jemscope.profile.FormatException where a dump is none
     * @throws io.jemscope.profile.filter.FilterException where a filter takes more work than it may
     * @throws io.jemscope.report.graph.GraphTooLargeException where a graph is too large to be drawn
     * @throws ApiException where a dump doesn't know what is to be counted, the two can't be held against each other, or there
     *     is no room to draw it
     */
    List<String> make(Path dump, @Nullable Path baseline, Form form, View view, OutputStream out)
            throws IOException, ApiException {
        binaries.refresh();
        RenderOptions wanted = ViewReader.read(view, baseline == null ? 1 : 2);
        ProfileTransform shaping = wanted.shaping();
        Profile whole = read(dump);
        SampleType measure = counted(whole, wanted.measure());
        if (baseline == null) {
            check(Incompatibility.to(measure, whole));
            ProfileTransform.Shaped shaped = shaping.of(whole);
            write(new Shown(shaped.profile(), shaped.source(), OptionalDouble.empty()), form, measure, wanted, out);
            return unmatched(view, shaping.labels().unmatched(List.of(whole)), shaped.unmatched());
        }
        Profile less = read(baseline);
        check(Incompatibility.to(measure, whole, less));
        ShapedPair pair = shaping.of(whole, less);
        if (holdsBothSides(form) && !wanted.normalize() && !wanted.dropNegative()) {
            // Where nothing had been sampled before, it is the report of the one dump, as the command's is.
            Profile both = less.samples().isEmpty() ? pair.profile().profile() : pair.joined();
            write(new Shown(both, pair.profile().source(), OptionalDouble.empty()), form, measure, wanted, out);
            return unmatched(view, shaping.labels().unmatched(List.of(whole, less)), pair.unmatched());
        }
        ProfileDiff all = pair.subtraction(wanted.normalize());
        ProfileDiff difference = isSigned(form) && !wanted.dropNegative() ? all : all.withoutNegatives();
        Shown shown = new Shown(
                difference.difference(), pair.profile().source(), OptionalDouble.of(difference.absoluteTotal(measure)));
        write(shown, form, measure, wanted, out);
        return unmatched(view, shaping.labels().unmatched(List.of(whole, less)), pair.unmatched());
    }

    /** The names under which it was sent, each once. */
    private static List<String> unmatched(View view, List<Labels.Unmatched> labels, List<String> options) {
        ViewTexts texts = new ViewTexts(view);
        Set<String> names = new LinkedHashSet<>();
        for (Labels.Unmatched label : labels) {
            names.add(texts.sent(label.option()));
        }
        for (String option : options) {
            names.add(texts.sent(option));
        }
        return List.copyOf(names);
    }

    private static void check(Optional<Incompatibility> obstacle) throws ApiException {
        if (obstacle.isPresent()) {
            throw RenderingFailure.of(obstacle.get());
        }
    }

    /** The others have no figures below zero: there, what there is less of is left out. */
    private static boolean isSigned(Form form) {
        return form == Form.TEXT || form == Form.GRAPH || form == Form.DOT || holdsBothSides(form);
    }

    /** Those that hold whole profiles: a reader can then tell how sure the difference is. */
    private static boolean holdsBothSides(Form form) {
        return form == Form.PPROF || form == Form.PPROF_ALLOCS || form == Form.JSON;
    }

    private Profile read(Path dump) throws IOException {
        return new Symbolizer(binaries).symbolize(ProfileFile.read(dump));
    }

    private void write(Shown shown, Form form, SampleType measure, RenderOptions wanted, OutputStream out)
            throws IOException, ApiException {
        Profile profile = shown.profile();
        switch (form) {
            case TEXT -> out.write(text(shown, measure, wanted).getBytes(StandardCharsets.UTF_8));
            case GRAPH -> {
                CallGraph graph = graph(shown, measure, wanted);
                SvgWriter.check(graph);
                room.checkGraph(graph.nodes().size(), graph.edges().size());
                SvgWriter.write(graph, out);
            }
            case DOT -> DotWriter.write(graph(shown, measure, wanted), out);
            case PPROF -> PprofWriter.write(profile, measure, out);
            case PPROF_ALLOCS -> PprofWriter.write(profile, SampleType.ACCUMULATED_BYTES, out);
            case COLLAPSED -> CollapsedWriter.write(profile, measure, out);
            case JSON -> JsonProfileWriter.write(profile, out);
            case JEPROF -> SymbolizedWriter.write(profile, out);
            case SPEEDSCOPE -> SpeedscopeWriter.write(profile, out);
            case CALLGRIND -> CallgrindWriter.write(profile, out);
        }
    }

    /** In a log of allocations nothing lives: all that is in it has been freed. */
    private static SampleType counted(Profile profile, SampleType asked) {
        if (asked.isAccumulated()
                || profile.metadata().get(ProfileMetadata.LOG_ALLOCATIONS).isEmpty()) {
            return asked;
        }
        return asked.isBytes() ? SampleType.ACCUMULATED_BYTES : SampleType.ACCUMULATED_OBJECTS;
    }

    private static String text(Shown shown, SampleType measure, RenderOptions wanted) {
        OptionalDouble shareOf = shown.shareOf();
        TextOptions layout = shareOf.isPresent() ? wanted.layout().withWhole(shareOf.getAsDouble()) : wanted.layout();
        Top top = Top.of(shown.profile(), measure, wanted.grouping(), wanted.order());
        String whose = shareOf.isPresent() ? "this dump alone" : "this profile";
        return TopText.print(top, layout) + "\n"
                + ProfileQualityText.print(ProfileQuality.of(shown.source()), whose, layout);
    }

    private static CallGraph graph(Shown shown, SampleType measure, RenderOptions wanted) {
        return CallGraph.of(shown.profile(), measure, wanted.grouping(), wanted.limits(), shown.shareOf());
    }
}
