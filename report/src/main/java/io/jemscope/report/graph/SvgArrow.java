package io.jemscope.report.graph;

import java.util.List;

/**
 * A curve with an arrow's head.
 *
 * @param path the curve, which ends where the head begins
 */
record SvgArrow(String path, String head) {

    private static final double LEAST_LENGTH = 7;
    private static final double LENGTH_BY_WIDTH = 1.6;

    static SvgArrow of(List<GraphLayout.Point> points, double width) {
        GraphLayout.Point tip = points.get(points.size() - 1);
        GraphLayout.Point before = points.get(points.size() - 2);
        double length = LEAST_LENGTH + LENGTH_BY_WIDTH * width;
        double x = tip.x() - before.x();
        double y = tip.y() - before.y();
        double distance = Math.hypot(x, y);
        // Where the curve's last point bends it in no direction, down: the way of the layers.
        double dx = distance == 0 ? 0 : x / distance;
        double dy = distance == 0 ? 1 : y / distance;
        GraphLayout.Point neck = new GraphLayout.Point(tip.x() - length * dx, tip.y() - length * dy);
        double half = 0.42 * length;
        StringBuilder head = new StringBuilder("M");
        point(head, tip).append('L');
        point(head, new GraphLayout.Point(neck.x() - half * dy, neck.y() + half * dx))
                .append(' ');
        point(head, new GraphLayout.Point(neck.x() + half * dy, neck.y() - half * dx))
                .append('Z');
        return new SvgArrow(path(points, neck), head.toString());
    }

    private static String path(List<GraphLayout.Point> points, GraphLayout.Point end) {
        StringBuilder path = new StringBuilder("M");
        point(path, points.get(0));
        int last = points.size() - 1;
        int i = 1;
        while (i <= last) {
            int left = last - i + 1;
            path.append(left >= 3 ? 'C' : left == 2 ? 'Q' : 'L');
            int taken = Math.min(3, left);
            for (int k = 0; k < taken; k++, i++) {
                path.append(k == 0 ? "" : " ");
                point(path, i == last ? end : points.get(i));
            }
        }
        return path.toString();
    }

    private static StringBuilder point(StringBuilder out, GraphLayout.Point point) {
        Svg.number(out, point.x()).append(' ');
        return Svg.number(out, point.y());
    }
}
