package io.jemscope.report.graph;

import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import java.io.IOException;

/** Draws a graph to standard output, in a process of its own. */
final class DrawingProgram {

    private DrawingProgram() {}

    /**
     * Draws.
     *
     * @param arguments {@code dot} or {@code svg}
     * @throws IOException where writing fails
     */
    public static void main(String[] arguments) throws IOException {
        CallGraph graph = CallGraph.of(
                Profiles.random(11, 40, 60), SampleType.LIVE_BYTES, Grouping.FUNCTION, GraphLimits.DEFAULT);
        if (arguments[0].equals("dot")) {
            DotWriter.write(graph, System.out);
        } else {
            SvgWriter.write(graph, System.out);
        }
    }
}
