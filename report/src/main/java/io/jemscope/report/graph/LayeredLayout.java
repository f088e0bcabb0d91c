package io.jemscope.report.graph;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.LayeringStrategy;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.NullElkProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import org.jspecify.annotations.Nullable;

/**
 * Lays a graph out in layers, callers above, by the Eclipse Layout Kernel's layered algorithm. The one class that knows
 * that library; nothing loads it but drawing as SVG.
 */
final class LayeredLayout {

    private static final double PADDING = 12;
    private static final double BETWEEN_BOXES = 22;
    private static final double BETWEEN_LAYERS = 26;
    private static final double BETWEEN_LINES = 12;

    private LayeredLayout() {}

    /**
     * Lays out a graph of two boxes and two lines: whatever the library sets up at its first use is there afterwards. One
     * thread at a time is in the library, since its classes need each other while they are set up, and two threads that
     * begin at different ends would wait for each other for ever.
     */
    static synchronized void prepare() {
        LayoutMetaDataService.initElkReflect();
        ElkNode root = graph();
        ElkNode caller = ElkGraphUtil.createNode(root);
        ElkNode callee = ElkGraphUtil.createNode(root);
        for (int i = 0; i < 2; i++) {
            label(ElkGraphUtil.createSimpleEdge(caller, callee), new GraphLayout.Size(1, 1));
        }
        new LayeredLayoutProvider().layout(root, new NullElkProgressMonitor());
    }

    /**
     * Lays a graph out.
     *
     * @param graph the graph
     * @param boxes the sizes of its nodes' boxes
     * @param labels the sizes of its edges' labels
     * @param widths the widths of its edges
     * @param crowded whether to be quick instead of pretty
     */
    static synchronized GraphLayout of(
            CallGraph graph,
            List<GraphLayout.Size> boxes,
            List<GraphLayout.Size> labels,
            List<Double> widths,
            boolean crowded) {
        LayoutMetaDataService.initElkReflect();
        ElkNode root = graph();
        if (crowded) {
            // What costs most beyond some hundred lines; without these the time grows with the number of lines alone.
            root.setProperty(LayeredOptions.LAYERING_STRATEGY, LayeringStrategy.LONGEST_PATH_SOURCE);
            root.setProperty(LayeredOptions.THOROUGHNESS, 1);
            root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.POLYLINE);
        }
        List<ElkNode> nodes = new ArrayList<>(boxes.size());
        for (GraphLayout.Size box : boxes) {
            ElkNode node = ElkGraphUtil.createNode(root);
            node.setDimensions(box.width(), box.height());
            nodes.add(node);
        }
        List<ElkEdge> edges = new ArrayList<>(labels.size());
        for (int i = 0; i < labels.size(); i++) {
            CallGraph.Edge call = graph.edges().get(i);
            ElkEdge edge = ElkGraphUtil.createSimpleEdge(nodes.get(call.from() - 1), nodes.get(call.to() - 1));
            edge.setProperty(LayeredOptions.EDGE_THICKNESS, widths.get(i));
            if (labels.get(i).width() > 0) {
                label(edge, labels.get(i));
            }
            edges.add(edge);
        }
        new LayeredLayoutProvider().layout(root, new NullElkProgressMonitor());
        return result(root, nodes, edges, crowded);
    }

    private static ElkNode graph() {
        ElkNode root = ElkGraphUtil.createGraph();
        root.setProperty(LayeredOptions.DIRECTION, Direction.DOWN);
        root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.SPLINES);
        root.setProperty(LayeredOptions.RANDOM_SEED, 1);
        root.setProperty(LayeredOptions.PADDING, new ElkPadding(PADDING));
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, BETWEEN_BOXES);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE, BETWEEN_LINES);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE, BETWEEN_LINES);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, BETWEEN_LAYERS);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 10.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, 8.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_LABEL, 4.0);
        return root;
    }

    private static void label(ElkEdge edge, GraphLayout.Size size) {
        // A label without text gets no room; what it says is nothing to the layout.
        ElkLabel label = ElkGraphUtil.createLabel("figure", edge);
        label.setDimensions(size.width(), size.height());
        label.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
    }

    private static GraphLayout result(ElkNode root, List<ElkNode> nodes, List<ElkEdge> edges, boolean straight) {
        List<GraphLayout.Box> boxes = new ArrayList<>(nodes.size());
        for (ElkNode node : nodes) {
            boxes.add(new GraphLayout.Box(node.getX(), node.getY(), node.getWidth(), node.getHeight()));
        }
        List<GraphLayout.Line> lines = new ArrayList<>(edges.size());
        for (ElkEdge edge : edges) {
            lines.add(new GraphLayout.Line(
                    straight
                            ? thirds(points(edge.getSections().get(0)))
                            : points(edge.getSections().get(0)),
                    label(edge)));
        }
        return new GraphLayout(root.getWidth(), root.getHeight(), boxes, lines);
    }

    private static GraphLayout.@Nullable Box label(ElkEdge edge) {
        if (edge.getLabels().isEmpty()) {
            return null;
        }
        ElkLabel label = edge.getLabels().get(0);
        return new GraphLayout.Box(label.getX(), label.getY(), label.getWidth(), label.getHeight());
    }

    private static List<GraphLayout.Point> points(ElkEdgeSection section) {
        List<GraphLayout.Point> points = new ArrayList<>();
        points.add(new GraphLayout.Point(section.getStartX(), section.getStartY()));
        for (ElkBendPoint bend : section.getBendPoints()) {
            points.add(new GraphLayout.Point(bend.getX(), bend.getY()));
        }
        points.add(new GraphLayout.Point(section.getEndX(), section.getEndY()));
        return points;
    }

    /** Straight pieces as curves: the points that bend a curve lie on the piece itself. */
    private static List<GraphLayout.Point> thirds(List<GraphLayout.Point> corners) {
        List<GraphLayout.Point> points = new ArrayList<>(3 * corners.size());
        points.add(corners.get(0));
        for (int i = 1; i < corners.size(); i++) {
            GraphLayout.Point from = corners.get(i - 1);
            GraphLayout.Point to = corners.get(i);
            points.add(between(from, to, 1 / 3.0));
            points.add(between(from, to, 2 / 3.0));
            points.add(to);
        }
        return points;
    }

    private static GraphLayout.Point between(GraphLayout.Point from, GraphLayout.Point to, double share) {
        return new GraphLayout.Point(from.x() + share * (to.x() - from.x()), from.y() + share * (to.y() - from.y()));
    }
}
