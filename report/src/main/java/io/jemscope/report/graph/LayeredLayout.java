package io.jemscope.report.graph;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.eclipse.elk.alg.layered.ElkLayered;
import org.eclipse.elk.alg.layered.components.ComponentsProcessor;
import org.eclipse.elk.alg.layered.graph.LEdge;
import org.eclipse.elk.alg.layered.graph.LGraph;
import org.eclipse.elk.alg.layered.graph.LLabel;
import org.eclipse.elk.alg.layered.graph.LNode;
import org.eclipse.elk.alg.layered.graph.LPort;
import org.eclipse.elk.alg.layered.graph.Layer;
import org.eclipse.elk.alg.layered.intermediate.LabelAndNodeSizeProcessor;
import org.eclipse.elk.alg.layered.options.GraphProperties;
import org.eclipse.elk.alg.layered.options.InternalProperties;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.LayeringStrategy;
import org.eclipse.elk.core.alg.ILayoutProcessor;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.KVector;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.PortConstraints;
import org.eclipse.elk.core.options.PortSide;
import org.eclipse.elk.core.util.IElkProgressMonitor;
import org.eclipse.elk.core.util.NullElkProgressMonitor;
import org.jspecify.annotations.Nullable;

/**
 * Lays a graph out in layers, callers above, by the Eclipse Layout Kernel's layered algorithm, in that algorithm's own
 * kind of graph: the library's model of graphs takes longer to set up than all of this. With {@link LineEnds} the one class
 * that knows the library; nothing loads it but drawing as SVG.
 */
final class LayeredLayout {

    private static final double PADDING = 12;
    private static final double BETWEEN_BOXES = 22;
    private static final double BETWEEN_LAYERS = 26;
    private static final double BETWEEN_LINES = 12;

    /** So many boxes come by every step. With more the code would get warm, too, but for longer than a small dump is read. */
    private static final int REHEARSED = 8;

    private final LGraph graph = new LGraph();
    private final Set<GraphProperties> kinds = EnumSet.noneOf(GraphProperties.class);

    private LayeredLayout() {
        graph.setProperty(LayeredOptions.DIRECTION, Direction.DOWN);
        graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.SPLINES);
        graph.setProperty(LayeredOptions.RANDOM_SEED, 1);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE, BETWEEN_BOXES);
        graph.setProperty(LayeredOptions.SPACING_EDGE_NODE, BETWEEN_LINES);
        graph.setProperty(LayeredOptions.SPACING_EDGE_EDGE, BETWEEN_LINES);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, BETWEEN_LAYERS);
        graph.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 10.0);
        graph.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, 8.0);
        graph.setProperty(LayeredOptions.SPACING_EDGE_LABEL, 4.0);
        graph.setProperty(InternalProperties.GRAPH_PROPERTIES, kinds);
        graph.getPadding().set(PADDING, PADDING, PADDING, PADDING);
    }

    /**
     * Lays out a small made-up graph, so that what the library sets up at its first use is there afterwards. One thread at
     * a time is in the library, since its classes need each other while they are set up, and two threads that begin at
     * different ends would wait for each other for ever.
     */
    static synchronized void prepare() {
        LayoutMetaDataService.initElkReflect();
        LayeredLayout layout = new LayeredLayout();
        // More of it would go over the same code again.
        layout.graph.setProperty(LayeredOptions.THOROUGHNESS, 1);
        GraphLayout.Size size = new GraphLayout.Size(100, 30);
        List<LNode> nodes = new ArrayList<>(REHEARSED);
        for (int i = 0; i < REHEARSED; i++) {
            nodes.add(layout.node(size));
            if (i > 0) {
                layout.label(layout.edge(nodes.get(i / 2), nodes.get(i)), size);
            }
        }
        // Lines that cross others, pass layers, or lead back.
        for (int i = 0; i < REHEARSED; i += 4) {
            layout.edge(nodes.get(i), nodes.get((i + REHEARSED / 2 + 1) % REHEARSED));
        }
        // A second component.
        layout.node(size);
        layout.run();
    }

    /**
     * Lays a graph out.
     *
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
        LayeredLayout layout = new LayeredLayout();
        if (crowded) {
            layout.hurry();
        }
        List<LNode> nodes = new ArrayList<>(boxes.size());
        for (GraphLayout.Size box : boxes) {
            nodes.add(layout.node(box));
        }
        List<LEdge> edges = new ArrayList<>(labels.size());
        for (int i = 0; i < labels.size(); i++) {
            CallGraph.Edge call = graph.edges().get(i);
            LEdge edge = layout.edge(nodes.get(call.from() - 1), nodes.get(call.to() - 1));
            edge.setProperty(LayeredOptions.EDGE_THICKNESS, widths.get(i));
            if (labels.get(i).width() > 0) {
                layout.label(edge, labels.get(i));
            }
            edges.add(edge);
        }
        layout.run();
        return layout.result(nodes, edges, crowded);
    }

    private void hurry() {
        // What costs most beyond some hundred lines; without these the time grows with the number of lines alone.
        graph.setProperty(LayeredOptions.LAYERING_STRATEGY, LayeringStrategy.LONGEST_PATH_SOURCE);
        graph.setProperty(LayeredOptions.THOROUGHNESS, 1);
        graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.POLYLINE);
    }

    /**
     * Runs the algorithm's steps, as {@link ElkLayered#doLayout} does but for one. There is no other way in: what is named
     * after tests chooses the steps and runs none.
     */
    private void run() {
        IElkProgressMonitor nobody = new NullElkProgressMonitor();
        new ElkLayered().prepareLayoutTest(graph);
        ComponentsProcessor components = new ComponentsProcessor();
        List<LGraph> parts = components.split(graph);
        for (LGraph part : parts) {
            for (ILayoutProcessor<LGraph> step : part.getProperty(InternalProperties.PROCESSORS)) {
                if (step instanceof LabelAndNodeSizeProcessor) {
                    LineEnds.place(part);
                } else {
                    step.process(part, nobody);
                }
            }
            leaveLayers(part);
        }
        components.combine(parts, graph);
    }

    /** Components are put side by side once their boxes are in no layer any more. */
    private static void leaveLayers(LGraph part) {
        for (Layer layer : part) {
            part.getLayerlessNodes().addAll(layer.getNodes());
            layer.getNodes().clear();
        }
        for (LNode node : part.getLayerlessNodes()) {
            node.setLayer(null);
        }
        part.getLayers().clear();
    }

    private LNode node(GraphLayout.Size size) {
        LNode node = new LNode(graph);
        set(node.getSize(), size);
        node.setProperty(LayeredOptions.PORT_CONSTRAINTS, PortConstraints.FREE);
        graph.getLayerlessNodes().add(node);
        return node;
    }

    private LEdge edge(LNode caller, LNode callee) {
        LEdge edge = new LEdge();
        edge.setSource(port(caller, PortSide.SOUTH));
        edge.setTarget(port(callee, PortSide.NORTH));
        return edge;
    }

    private static LPort port(LNode node, PortSide side) {
        LPort port = new LPort();
        port.setNode(node);
        port.setSide(side);
        return port;
    }

    private void label(LEdge edge, GraphLayout.Size size) {
        LLabel label = new LLabel();
        set(label.getSize(), size);
        label.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
        edge.getLabels().add(label);
        kinds.add(GraphProperties.CENTER_LABELS);
    }

    private static void set(KVector vector, GraphLayout.Size size) {
        vector.x = size.width();
        vector.y = size.height();
    }

    private GraphLayout result(List<LNode> nodes, List<LEdge> edges, boolean straight) {
        List<GraphLayout.Box> boxes = new ArrayList<>(nodes.size());
        for (LNode node : nodes) {
            boxes.add(box(node.getPosition(), node.getSize()));
        }
        List<GraphLayout.Line> lines = new ArrayList<>(edges.size());
        for (LEdge edge : edges) {
            List<GraphLayout.Point> points = points(edge);
            lines.add(new GraphLayout.Line(straight ? thirds(points) : points, label(edge)));
        }
        KVector size = graph.getActualSize();
        return new GraphLayout(size.x, size.y, boxes, lines);
    }

    private GraphLayout.@Nullable Box label(LEdge edge) {
        if (edge.getLabels().isEmpty()) {
            return null;
        }
        LLabel label = edge.getLabels().get(0);
        return box(label.getPosition(), label.getSize());
    }

    private List<GraphLayout.Point> points(LEdge edge) {
        List<GraphLayout.Point> points = new ArrayList<>();
        points.add(point(edge.getSource().getAbsoluteAnchor()));
        for (KVector bend : edge.getBendPoints()) {
            points.add(point(bend));
        }
        points.add(point(edge.getTarget().getAbsoluteAnchor()));
        return points;
    }

    private GraphLayout.Box box(KVector position, KVector size) {
        GraphLayout.Point corner = point(position);
        return new GraphLayout.Box(corner.x(), corner.y(), size.x, size.y);
    }

    /** A place in the picture; the library counts from within the padding. */
    private GraphLayout.Point point(KVector place) {
        KVector offset = graph.getOffset();
        return new GraphLayout.Point(
                place.x + offset.x + graph.getPadding().left, place.y + offset.y + graph.getPadding().top);
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
