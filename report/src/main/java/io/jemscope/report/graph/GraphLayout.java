package io.jemscope.report.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a graph stand, in the order of its nodes and edges; the origin is at the top left.
 *
 * @param width the whole's width
 * @param height the whole's height
 * @param boxes the nodes' boxes
 * @param lines the edges' lines
 */
record GraphLayout(double width, double height, List<Box> boxes, List<Line> lines) {

    /** A rectangle by its top left corner and its size. */
    record Box(double x, double y, double width, double height) {}

    record Size(double width, double height) {}

    record Point(double x, double y) {}

    /**
     * A line with its label.
     *
     * @param points where it begins, then three for each cubic Bézier curve: two that bend it, and where it ends
     * @param label where its label stands; null where it has none
     */
    record Line(List<Point> points, @Nullable Box label) {}
}
