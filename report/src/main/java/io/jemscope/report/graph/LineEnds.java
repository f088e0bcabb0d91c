package io.jemscope.report.graph;

import org.eclipse.elk.alg.layered.graph.LGraph;
import org.eclipse.elk.alg.layered.graph.LNode;
import org.eclipse.elk.alg.layered.graph.LPort;
import org.eclipse.elk.alg.layered.graph.Layer;
import org.eclipse.elk.core.options.PortSide;

/**
 * Spreads the ends of lines evenly over the two sides of each box where lines begin and end. It stands for a step of the
 * layout library that can also find the size of a box from labels within and around it. Of a cold start that step took a
 * quarter, and a call graph's boxes know their size.
 */
final class LineEnds {

    private LineEnds() {}

    /**
     * Gives the ends of all lines their places.
     *
     * @param graph a graph whose layers go from left to right, and whose boxes have their line ends in order: clockwise,
     *     as the library has them
     */
    static void place(LGraph graph) {
        for (Layer layer : graph) {
            for (LNode node : layer) {
                if (node.getType() == LNode.NodeType.NORMAL) {
                    place(node);
                }
            }
        }
    }

    private static void place(LNode node) {
        int arriving = 0;
        int leaving = 0;
        for (LPort port : node.getPorts()) {
            if (port.getSide() == PortSide.WEST) {
                arriving++;
            } else {
                leaving++;
            }
        }
        double height = node.getSize().y;
        int left = arriving;
        int right = 0;
        for (LPort port : node.getPorts()) {
            if (port.getSide() == PortSide.WEST) {
                // Clockwise is upwards here.
                port.getPosition().x = 0;
                port.getPosition().y = height * left / (arriving + 1);
                left--;
            } else {
                right++;
                port.getPosition().x = node.getSize().x;
                port.getPosition().y = height * right / (leaving + 1);
            }
        }
    }
}
