package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.pipeline.IncompatibleException;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.LiveBinaries;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a dump of this process into a form. The one class here that knows profiles and symbols: until the first form is
 * requested, neither is loaded. Not thread-safe.
 */
final class Renderer {

    private final LiveBinaries binaries;
    private final HeapRoom room;

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
        ViewReader parameters = new ViewReader(view);
        ReportRequest request = parameters.request(form, baseline == null ? 1 : 2);
        Report report = report(request, read(dump), baseline == null ? null : read(baseline));
        if (form == Form.GRAPH) {
            CallGraph graph = report.graph();
            SvgWriter.check(graph);
            room.checkGraph(graph.nodes().size(), graph.edges().size());
            SvgWriter.write(graph, out);
        } else {
            report.write(out);
        }
        return unmatched(parameters, report);
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
        return new Symbolizer(binaries).symbolize(ProfileFile.read(dump));
    }
}
