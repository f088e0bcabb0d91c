package io.jemscope.agent.rendering;

import io.jemscope.agent.http.Problem;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.callgrind.CallgrindWriter;
import io.jemscope.profile.collapsed.CollapsedWriter;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.jemalloc.SymbolizedWriter;
import io.jemscope.profile.json.JsonWriter;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.profile.speedscope.SpeedscopeWriter;
import io.jemscope.report.Coverage;
import io.jemscope.report.CoverageText;
import io.jemscope.report.Layout;
import io.jemscope.report.Top;
import io.jemscope.report.TopText;
import io.jemscope.report.comparison.Subtraction;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.Shaping;
import io.jemscope.symbols.LiveBinaries;
import io.jemscope.symbols.Symbolizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Makes a dump of this process into a form. The one class here that knows profiles, symbols and reports: until the first
 * is asked for, none of these is loaded. For one thread.
 */
final class Making {

    /** A fact that logs alone have. */
    private static final String LOG = "log.allocations";

    private final LiveBinaries binaries;

    Making(long pid) {
        binaries = new LiveBinaries(pid);
    }

    /**
     * Makes it.
     *
     * @param dump a dump of this process
     * @param baseline another, whose figures are taken off; null for none
     * @param form what to make
     * @param view what of it, and how
     * @param out what to write to; stays open
     * @return the names of what was asked for that nothing in the dumps matched
     * @throws io.jemscope.profile.FormatException where a dump is none
     * @throws io.jemscope.profile.filter.FilterException where a filter takes more work than it may
     * @throws io.jemscope.report.graph.GraphTooLargeException where a graph is too large to be drawn
     * @throws Problem where the dump doesn't know what is to be counted
     */
    List<String> make(Path dump, @Nullable Path baseline, Form form, View view, OutputStream out)
            throws IOException, Problem {
        binaries.refresh();
        Wanted wanted = ViewReader.read(view);
        Profile whole = read(dump);
        Measure measure = counted(whole, wanted.measure());
        checkKnown(whole, measure);
        List<String> unmatched = new ArrayList<>();
        if (baseline == null) {
            addUnmatchedLabels(unmatched, wanted, List.of(whole));
            Shaping.Shaped shaped = wanted.shaping().of(whole);
            unmatched.addAll(shaped.unmatched());
            write(shaped.profile(), shaped.source(), OptionalDouble.empty(), form, measure, wanted, out);
            return unmatched;
        }
        Profile less = read(baseline);
        addUnmatchedLabels(unmatched, wanted, List.of(whole, less));
        Shaping.Shaped shaped = wanted.shaping().of(whole);
        Shaping.Shaped shapedLess = wanted.shaping().of(less);
        for (String option : shaped.unmatched()) {
            if (shapedLess.unmatched().contains(option)) {
                unmatched.add(option);
            }
        }
        Subtraction all = Subtraction.of(shaped.profile(), shapedLess.profile(), wanted.normalize());
        Subtraction shown = isSigned(form) && !wanted.dropNegative() ? all : all.withoutNegatives();
        OptionalDouble shareOf = OptionalDouble.of(shown.absoluteTotal(measure));
        write(shown.difference(), shaped.source(), shareOf, form, measure, wanted, out);
        return unmatched;
    }

    private static void addUnmatchedLabels(List<String> unmatched, Wanted wanted, List<Profile> profiles) {
        for (Labels.Unmatched label : wanted.shaping().labels().unmatched(profiles)) {
            unmatched.add(label.option());
        }
    }

    private static void checkKnown(Profile profile, Measure measure) throws Problem {
        if (measure.isAccumulated()
                && profile.accumulated().isNone()
                && !profile.live().isNone()) {
            throw new Problem(
                    422,
                    "The dump doesn't know what was freed",
                    "the program runs without prof_accum",
                    "Start it with MALLOC_CONF=prof_accum:true beside its other options, or count what is held.");
        }
    }

    /** The others have no figures below zero: there, what there is less of is left out. */
    private static boolean isSigned(Form form) {
        return form == Form.TEXT || form == Form.GRAPH || form == Form.DOT;
    }

    private Profile read(Path dump) throws IOException {
        return new Symbolizer(binaries).symbolize(ProfileFile.read(dump));
    }

    private static void write(
            Profile profile,
            Profile source,
            OptionalDouble shareOf,
            Form form,
            Measure measure,
            Wanted wanted,
            OutputStream out)
            throws IOException {
        switch (form) {
            case TEXT ->
                out.write(text(profile, source, shareOf, measure, wanted).getBytes(StandardCharsets.UTF_8));
            case GRAPH -> SvgWriter.write(graph(profile, shareOf, measure, wanted), out);
            case DOT -> DotWriter.write(graph(profile, shareOf, measure, wanted), out);
            case PPROF -> PprofWriter.write(profile, measure, out);
            case PPROF_ALLOCS -> PprofWriter.write(profile, Measure.ACCUMULATED_BYTES, out);
            case COLLAPSED -> CollapsedWriter.write(profile, measure, out);
            case JSON -> JsonWriter.write(profile, out);
            case JEPROF -> SymbolizedWriter.write(profile, out);
            case SPEEDSCOPE -> SpeedscopeWriter.write(profile, out);
            case CALLGRIND -> CallgrindWriter.write(profile, out);
        }
    }

    /** In a log of allocations nothing lives: all that is in it has been freed. */
    private static Measure counted(Profile profile, Measure asked) {
        if (asked.isAccumulated() || profile.provenance().get(LOG).isEmpty()) {
            return asked;
        }
        return asked.isBytes() ? Measure.ACCUMULATED_BYTES : Measure.ACCUMULATED_OBJECTS;
    }

    private static String text(
            Profile profile, Profile source, OptionalDouble shareOf, Measure measure, Wanted wanted) {
        Layout layout = wanted.layout();
        if (shareOf.isPresent()) {
            layout = layout.withWhole(shareOf.getAsDouble());
        }
        Top top = Top.of(profile, measure, wanted.grouping(), wanted.order());
        String whose = shareOf.isPresent() ? "this dump alone" : "this profile";
        return TopText.print(top, layout) + "\n" + CoverageText.print(Coverage.of(source), whose, layout);
    }

    private static CallGraph graph(Profile profile, OptionalDouble shareOf, Measure measure, Wanted wanted) {
        return CallGraph.of(profile, measure, wanted.grouping(), wanted.limits(), shareOf);
    }
}
