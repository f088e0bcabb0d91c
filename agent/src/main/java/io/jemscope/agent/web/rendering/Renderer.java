package io.jemscope.agent.web.rendering;

import io.jemscope.agent.history.OwnBinaries;
import io.jemscope.httpd.ApiException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.json.VerdictJson;
import io.jemscope.report.pipeline.IncompatibleException;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.VerdictCollector;
import io.jemscope.symbols.Symbolizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders a dump of this process in a format. The one class here that knows profiles and symbols: neither is loaded before
 * the first rendering. Not thread-safe.
 */
final class Renderer {

    private final OwnBinaries binaries;
    private final HeapRoom room;

    Renderer(OwnBinaries binaries, HeapRoom room) {
        this.binaries = binaries;
        this.room = room;
    }

    /**
     * Renders a dump of this process.
     *
     * @param baseline another dump, which is subtracted; null for none
     * @param out stays open
     * @return the names, as they were sent, of the filters that matched nothing in the dumps
     * @throws io.jemscope.profile.FormatException where a dump is none
     * @throws io.jemscope.profile.filter.FilterException where a filter takes more work than it may
     * @throws io.jemscope.report.graph.GraphTooLargeException where a graph is too large to be drawn
     * @throws ApiException if a dump lacks the requested figures, the two can't be compared, or the heap has no room for the
     *     graph
     */
    List<String> make(Path dump, @Nullable Path baseline, ViewFormat format, View view, OutputStream out)
            throws IOException, ApiException {
        if (format == ViewFormat.VERDICT) {
            judge(dump, baseline, out);
            return List.of();
        }
        ViewReader parameters = new ViewReader(view);
        ReportRequest request = parameters.request(format, baseline == null ? 1 : 2);
        Report report = report(request, read(dump), baseline == null ? null : read(baseline));
        if (format == ViewFormat.GRAPH) {
            CallGraph graph = report.graph();
            SvgWriter.check(graph);
            room.checkGraph(graph.nodes().size(), graph.edges().size());
            SvgWriter.write(graph, out);
        } else {
            report.write(out);
        }
        return unmatched(parameters, report);
    }

    private void judge(Path dump, @Nullable Path earlier, OutputStream out) throws IOException {
        VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));
        for (Path file : earlier == null ? List.of(dump) : List.of(earlier, dump)) {
            Profile profile = new Symbolizer(binaries.refreshed()).symbolize(ProfileFile.readWithBirths(file));
            collector.add(
                    TimedProfile.of(profile, Files.getLastModifiedTime(file).toInstant()));
        }
        VerdictJson.write(collector.verdicts(null), out);
    }

    private static Report report(ReportRequest request, Profile dump, @Nullable Profile baseline) throws ApiException {
        try {
            return baseline == null ? Report.of(request, dump) : Report.of(request, dump, baseline);
        } catch (IncompatibleException e) {
            throw RenderingFailure.of(e.reason());
        }
    }

    /** The names under which it was sent, each once. */
    private static List<String> unmatched(ViewReader parameters, Report report) {
        return report.unmatched().stream()
                .map(unmatched -> parameters.sent(unmatched.option()))
                .distinct()
                .toList();
    }

    private Profile read(Path dump) throws IOException {
        return new Symbolizer(binaries.refreshed()).symbolize(ProfileFile.read(dump));
    }
}
