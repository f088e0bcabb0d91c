package io.jemscope.report.graph;

import io.jemscope.report.Units;
import java.io.IOException;

/** A graph has more boxes and lines than anybody could read, and than could be laid out in a reader's time. */
public final class GraphTooLargeException extends IOException {

    private static final long serialVersionUID = 1;

    GraphTooLargeException(int nodes, int mostNodes, int edges, int mostEdges) {
        super("The call graph isn't drawn: it has " + Units.count(nodes) + " boxes and " + Units.count(edges)
                + " lines, and no more than " + Units.count(mostNodes) + " and " + Units.count(mostEdges)
                + " can be laid out. Keep fewer nodes, raise the least share of nodes or edges, or write it as DOT");
    }
}
