package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.NullElkProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import org.junit.jupiter.api.Test;

/** Where boxes and lines come to lie. */
class LayeredLayoutTest {

    private static final double ROUNDING = 1e-6;

    private static final GraphLimits LARGE = new GraphLimits(0, 0, 250, 0, false);

    private static CallGraph graph(int seed, int functions, int stacks, GraphLimits limits) {
        return CallGraph.of(Profiles.random(seed, functions, stacks), SampleType.LIVE_BYTES, Grouping.FUNCTION, limits);
    }

    @Test
    void boxesDontOverlapAndStandInLayers() {
        for (int seed = 1; seed <= 6; seed++) {
            assertBoxes(SvgWriter.layout(graph(seed, 12 * seed, 5 * seed, GraphLimits.DEFAULT)), "seed " + seed);
        }
        assertBoxes(SvgWriter.layout(graph(9, 250, 60, LARGE)), "large");
    }

    private static void assertBoxes(GraphLayout layout, String what) {
        List<GraphLayout.Box> boxes = layout.boxes();
        for (int i = 0; i < boxes.size(); i++) {
            GraphLayout.Box box = boxes.get(i);
            assertThat(box.x()).as(what).isNotNegative();
            assertThat(box.y()).as(what).isNotNegative();
            assertThat(box.x() + box.width()).as(what).isLessThanOrEqualTo(layout.width());
            assertThat(box.y() + box.height()).as(what).isLessThanOrEqualTo(layout.height());
            assertThat(boxes.subList(i + 1, boxes.size()))
                    .as("boxes beside box " + i + " of " + what)
                    .noneMatch(other -> box.x() < other.x() + other.width()
                            && other.x() < box.x() + box.width()
                            && box.y() < other.y() + other.height()
                            && other.y() < box.y() + box.height());
        }
    }

    @Test
    void everyLineLeadsFromItsCallerToItsCallee() {
        for (int seed = 1; seed <= 6; seed++) {
            CallGraph graph = graph(seed, 12 * seed, 5 * seed, GraphLimits.DEFAULT);
            assertLines(graph, SvgWriter.layout(graph), "seed " + seed);
        }
        CallGraph large = graph(9, 250, 60, LARGE);
        assertThat(large.nodes().size()).isGreaterThan(100);
        assertLines(large, SvgWriter.layout(large), "large");
    }

    private static void assertLines(CallGraph graph, GraphLayout layout, String what) {
        assertThat(layout.lines()).as(what).hasSameSizeAs(graph.edges());
        for (int i = 0; i < graph.edges().size(); i++) {
            CallGraph.Edge edge = graph.edges().get(i);
            List<GraphLayout.Point> points = layout.lines().get(i).points();
            GraphLayout.Box caller = layout.boxes().get(edge.from() - 1);
            GraphLayout.Box callee = layout.boxes().get(edge.to() - 1);
            // As curves: each piece has a beginning, two points that bend it, and an end.
            assertThat(points.size() % 3).as(what).isEqualTo(1);
            assertThat(isOnRim(points.get(0), caller))
                    .as("line " + i + " of " + what)
                    .isTrue();
            assertThat(isOnRim(points.get(points.size() - 1), callee))
                    .as("line " + i + " of " + what)
                    .isTrue();
            // No two boxes that call each other share a layer.
            assertThat(caller.y() + caller.height() < callee.y() || callee.y() + callee.height() < caller.y())
                    .as("layers of line " + i + " of " + what)
                    .isTrue();
        }
    }

    private static boolean isOnRim(GraphLayout.Point point, GraphLayout.Box box) {
        boolean within = point.x() > box.x() && point.x() < box.x() + box.width();
        return within
                && (Math.abs(point.y() - box.y()) < ROUNDING
                        || Math.abs(point.y() - box.y() - box.height()) < ROUNDING);
    }

    /** One step of the library's is left out and another taken in its stead: that must change nothing. */
    @Test
    void isWhatTheLibraryMakesOfItsOwnModel() {
        for (int seed = 1; seed <= 6; seed++) {
            assertAsByLibrary(graph(seed, 12 * seed, 5 * seed, GraphLimits.DEFAULT), seed);
        }
    }

    private static void assertAsByLibrary(CallGraph graph, int seed) {
        Random random = new Random(seed);
        List<GraphLayout.Size> boxes = new ArrayList<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            boxes.add(new GraphLayout.Size(30 + random.nextInt(150), 20 + random.nextInt(40)));
        }
        List<GraphLayout.Size> labels = new ArrayList<>();
        List<Double> widths = new ArrayList<>();
        for (int i = 0; i < graph.edges().size(); i++) {
            labels.add(
                    random.nextInt(5) == 0 ? new GraphLayout.Size(0, 0) : new GraphLayout.Size(random.nextInt(40), 12));
            widths.add(1.0 + random.nextInt(5));
        }
        ElkNode root = byLibrary(graph, boxes, labels, widths);
        GraphLayout layout = LayeredLayout.of(graph, boxes, labels, widths, false);

        assertThat(layout.width()).isEqualTo(root.getWidth());
        for (int i = 0; i < boxes.size(); i++) {
            assertSame(layout.boxes().get(i).x(), root.getChildren().get(i).getX());
            assertSame(layout.boxes().get(i).y(), root.getChildren().get(i).getY());
        }
        for (int i = 0; i < labels.size(); i++) {
            ElkEdge edge = root.getContainedEdges().get(i);
            List<GraphLayout.Point> points = layout.lines().get(i).points();
            assertThat(points)
                    .hasSize(2 + edge.getSections().get(0).getBendPoints().size());
            assertSame(points.get(0).x(), edge.getSections().get(0).getStartX());
            for (int k = 1; k < points.size() - 1; k++) {
                assertSame(
                        points.get(k).x(),
                        edge.getSections().get(0).getBendPoints().get(k - 1).getX());
                assertSame(
                        points.get(k).y(),
                        edge.getSections().get(0).getBendPoints().get(k - 1).getY());
            }
            GraphLayout.Box label = layout.lines().get(i).label();
            if (label != null) {
                assertSame(label.x(), edge.getLabels().get(0).getX());
                assertSame(label.y(), edge.getLabels().get(0).getY());
            }
        }
    }

    private static void assertSame(double here, double there) {
        assertThat(Math.abs(here - there)).isLessThan(ROUNDING);
    }

    private static ElkNode byLibrary(
            CallGraph graph, List<GraphLayout.Size> boxes, List<GraphLayout.Size> labels, List<Double> widths) {
        LayoutMetaDataService.initElkReflect();
        ElkNode root = ElkGraphUtil.createGraph();
        root.setProperty(LayeredOptions.DIRECTION, Direction.DOWN);
        root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.SPLINES);
        root.setProperty(LayeredOptions.RANDOM_SEED, 1);
        root.setProperty(LayeredOptions.PADDING, new ElkPadding(12));
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, 22.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE, 12.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE, 12.0);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 26.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 10.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, 8.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_LABEL, 4.0);
        for (GraphLayout.Size box : boxes) {
            ElkGraphUtil.createNode(root).setDimensions(box.width(), box.height());
        }
        for (int i = 0; i < labels.size(); i++) {
            CallGraph.Edge call = graph.edges().get(i);
            ElkEdge edge = ElkGraphUtil.createSimpleEdge(
                    root.getChildren().get(call.from() - 1), root.getChildren().get(call.to() - 1));
            edge.setProperty(LayeredOptions.EDGE_THICKNESS, widths.get(i));
            if (labels.get(i).width() > 0) {
                // A label without text gets no room.
                ElkLabel label = ElkGraphUtil.createLabel("figure", edge);
                label.setDimensions(labels.get(i).width(), labels.get(i).height());
                label.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
            }
        }
        new LayeredLayoutProvider().layout(root, new NullElkProgressMonitor());
        return root;
    }
}
