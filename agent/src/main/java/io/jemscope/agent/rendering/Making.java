package io.jemscope.agent.rendering;

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
import io.jemscope.report.Grouping;
import io.jemscope.report.Layout;
import io.jemscope.report.Top;
import io.jemscope.report.TopText;
import io.jemscope.report.comparison.Subtraction;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.symbols.LiveBinaries;
import io.jemscope.symbols.Symbolizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
     * @param out what to write to; stays open
     * @throws io.jemscope.profile.FormatException where a dump is none
     * @throws io.jemscope.report.graph.GraphTooLargeException where a graph is too large to be drawn
     */
    void make(Path dump, @Nullable Path baseline, Form form, OutputStream out) throws IOException {
        binaries.refresh();
        Profile whole = read(dump);
        if (baseline == null) {
            write(whole, whole, OptionalDouble.empty(), form, out);
            return;
        }
        Subtraction less = Subtraction.of(whole, read(baseline), false);
        Subtraction shown = isSigned(form) ? less : less.withoutNegatives();
        write(shown.difference(), whole, OptionalDouble.of(shown.absoluteTotal(counted(whole))), form, out);
    }

    /** The others have no figures below zero: there, what there is less of is left out. */
    private static boolean isSigned(Form form) {
        return form == Form.TEXT || form == Form.GRAPH || form == Form.DOT;
    }

    private Profile read(Path dump) throws IOException {
        return new Symbolizer(binaries).symbolize(ProfileFile.read(dump));
    }

    private static void write(Profile profile, Profile source, OptionalDouble shareOf, Form form, OutputStream out)
            throws IOException {
        switch (form) {
            case TEXT -> out.write(text(profile, source, shareOf).getBytes(StandardCharsets.UTF_8));
            case GRAPH -> SvgWriter.write(graph(profile, source, shareOf), out);
            case DOT -> DotWriter.write(graph(profile, source, shareOf), out);
            case PPROF -> PprofWriter.write(profile, counted(source), out);
            case PPROF_ALLOCS -> PprofWriter.write(profile, Measure.ACCUMULATED_BYTES, out);
            case COLLAPSED -> CollapsedWriter.write(profile, counted(source), out);
            case JSON -> JsonWriter.write(profile, out);
            case JEPROF -> SymbolizedWriter.write(profile, out);
            case SPEEDSCOPE -> SpeedscopeWriter.write(profile, out);
            case CALLGRIND -> CallgrindWriter.write(profile, out);
        }
    }

    /** In a log of allocations nothing lives: all that is in it has been freed. */
    private static Measure counted(Profile profile) {
        boolean isLog = profile.provenance().get(LOG).isPresent();
        return isLog ? Measure.ACCUMULATED_BYTES : Measure.LIVE_BYTES;
    }

    private static String text(Profile profile, Profile source, OptionalDouble shareOf) {
        // All rows, as jeprof prints them: whoever reads a file can't ask it for more.
        Layout layout = Layout.WHOLE;
        if (shareOf.isPresent()) {
            layout = layout.withWhole(shareOf.getAsDouble());
        }
        Top top = Top.of(profile, counted(source), Grouping.FUNCTION, Top.Order.FLAT);
        String whose = shareOf.isPresent() ? "this dump alone" : "this profile";
        return TopText.print(top, layout) + "\n" + CoverageText.print(Coverage.of(source), whose, layout);
    }

    private static CallGraph graph(Profile profile, Profile source, OptionalDouble shareOf) {
        return CallGraph.of(profile, counted(source), Grouping.FUNCTION, GraphLimits.DEFAULT, shareOf);
    }
}
