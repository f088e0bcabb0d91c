package io.jemscope.report.graph;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a call graph as SVG 1.1 with no other program's help. The picture needs no script: it is light or dark as the
 * reader's screen is, tells all that is known where the pointer rests, and then dims what has nothing to do with that.
 */
public final class SvgWriter {

    /** Beyond so many boxes or lines, lines are drawn straight and without figures. */
    private static final int CROWD = 400;

    private static final int MOST_NODES = 1_000;
    private static final int MOST_EDGES = 2_500;

    private SvgWriter() {}

    /**
     * Sets up what drawing needs, on a thread of its own that keeps no process alive. Setting up takes about as long as
     * reading a small profile, so call this first if a graph will be drawn. Without it drawing is only slower.
     */
    public static void prepare() {
        Thread thread = new Thread(LayeredLayout::prepare, "prepare-layout");
        thread.setDaemon(true);
        // Drawing will meet the same, and tell.
        thread.setUncaughtExceptionHandler((failed, failure) -> {});
        thread.start();
    }

    /**
     * Draws the graph, in UTF-8.
     *
     * @param out what to write to; stays open
     * @throws GraphTooLargeException where it has more than 1,000 nodes or 2,500 edges; nothing is written then
     * @throws IOException where writing fails
     */
    public static void write(CallGraph graph, OutputStream out) throws IOException {
        check(graph);
        List<NodeBox> boxes = boxes(graph);
        List<EdgeLabel> labels = labels(graph);
        // Before the layout, which may still be waiting for its preparation.
        SvgPicture picture = new SvgPicture(graph, boxes, labels);
        out.write(picture.text(layout(graph, boxes, labels)).getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /**
     * Refuses a graph that is too large to be drawn, by whatever program.
     *
     * @throws GraphTooLargeException where it has more than 1,000 nodes or 2,500 edges
     */
    public static void check(CallGraph graph) throws GraphTooLargeException {
        int nodes = graph.nodes().size();
        int edges = graph.edges().size();
        if (nodes > MOST_NODES || edges > MOST_EDGES) {
            throw new GraphTooLargeException(nodes, MOST_NODES, edges, MOST_EDGES);
        }
    }

    /** The graph as it is laid out for the picture. */
    static GraphLayout layout(CallGraph graph) {
        return layout(graph, boxes(graph), labels(graph));
    }

    private static GraphLayout layout(CallGraph graph, List<NodeBox> boxes, List<EdgeLabel> labels) {
        if (boxes.isEmpty()) {
            return new GraphLayout(0, 0, List.of(), List.of());
        }
        Emphasis emphasis = new Emphasis(graph);
        List<GraphLayout.Size> sizes = new ArrayList<>(boxes.size());
        for (NodeBox box : boxes) {
            sizes.add(box.size());
        }
        List<GraphLayout.Size> labelSizes = new ArrayList<>(labels.size());
        List<Double> widths = new ArrayList<>(labels.size());
        for (int i = 0; i < labels.size(); i++) {
            labelSizes.add(labels.get(i).size());
            widths.add(emphasis.width(graph.edges().get(i)));
        }
        // The library makes one for its splines. The first in a JVM takes a tenth of the whole preparation, and can be
        // made
        // beside it.
        DecimalFormatSymbols.getInstance();
        return LayeredLayout.of(graph, sizes, labelSizes, widths, isCrowded(graph));
    }

    private static boolean isCrowded(CallGraph graph) {
        return graph.nodes().size() > CROWD || graph.edges().size() > CROWD;
    }

    private static List<NodeBox> boxes(CallGraph graph) {
        GraphText text = new GraphText(graph);
        Emphasis emphasis = new Emphasis(graph);
        List<NodeBox> boxes = new ArrayList<>(graph.nodes().size());
        for (CallGraph.Node node : graph.nodes()) {
            boxes.add(NodeBox.of(node, graph, text, emphasis));
        }
        return boxes;
    }

    private static List<EdgeLabel> labels(CallGraph graph) {
        GraphText text = new GraphText(graph);
        Emphasis emphasis = new Emphasis(graph);
        List<EdgeLabel> labels = new ArrayList<>(graph.edges().size());
        for (CallGraph.Edge edge : graph.edges()) {
            labels.add(
                    isCrowded(graph) || isAllOfBoth(edge, graph)
                            ? EdgeLabel.NONE
                            : EdgeLabel.of(text.figure(edge.weight()), emphasis.share(edge.weight())));
        }
        return labels;
    }

    /** Whether all that its caller and its callee have goes through an edge: its figure stands in both boxes already. */
    private static boolean isAllOfBoth(CallGraph.Edge edge, CallGraph graph) {
        double caller = graph.nodes().get(edge.from() - 1).cumulative();
        double callee = graph.nodes().get(edge.to() - 1).cumulative();
        double noise = 1e-9 * Math.abs(graph.whole());
        return Math.abs(caller - edge.weight()) <= noise && Math.abs(callee - edge.weight()) <= noise;
    }
}
