package io.jemscope.report.graph;

import io.jemscope.profile.ProfileMetadata;
import io.jemscope.report.FilterSummary;
import io.jemscope.report.Grouping;
import io.jemscope.report.GroupingText;
import io.jemscope.report.SampleTypeText;
import io.jemscope.report.Units;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** What a graph says in words, however it is drawn. */
final class GraphText {

    /** A picture is as wide as its widest line. */
    private static final int MOST_OF_FILTER = 120;

    private final CallGraph graph;

    GraphText(CallGraph graph) {
        this.graph = graph;
    }

    String title() {
        return (graph.limits().callTree() ? "Call tree: " : "Call graph: ") + SampleTypeText.name(graph.measure());
    }

    /** What the reader has to know of the whole, a line for each thing. */
    List<String> legend() {
        List<String> lines = new ArrayList<>();
        String program = program();
        if (!program.isEmpty()) {
            lines.add(program);
        }
        lines.add(figure(graph.total()) + " in all; "
                + Units.count(graph.nodes().size()) + " of " + counted(nodesInAll())
                + (graph.edges().isEmpty()
                        ? ""
                        : " and " + counted(graph.edges().size(), "call")) + " shown");
        if (graph.whole() != graph.total()) {
            lines.add("Shares are of " + figure(graph.whole()));
        }
        FilterSummary.of(graph.metadata(), graph.measure(), graph.total())
                .ifPresent(left -> lines.add("Filter: " + left.text(MOST_OF_FILTER)));
        leftOut(lines);
        if (!graph.edges().isEmpty()) {
            lines.add("In a box: its own, of all that it and its callees allocated");
        }
        if (hasResiduals()) {
            lines.add("Dashed: through " + boxes(2) + " that are left out");
        }
        return lines;
    }

    private boolean hasResiduals() {
        for (CallGraph.Edge edge : graph.edges()) {
            if (edge.residual()) {
                return true;
            }
        }
        return false;
    }

    private void leftOut(List<String> lines) {
        CallGraph.LeftOut leftOut = graph.leftOut();
        if (leftOut.smallNodes() > 0) {
            lines.add("Left out: " + counted(leftOut.smallNodes()) + " below "
                    + Units.ratioPercent(graph.limits().nodeFraction()) + " each");
        }
        if (leftOut.furtherNodes() > 0) {
            lines.add("Left out: " + counted(leftOut.furtherNodes()) + " that tell less than these "
                    + Units.count(graph.nodes().size()));
        }
        if (leftOut.smallEdges() > 0) {
            lines.add("Left out: " + counted(leftOut.smallEdges(), "call") + " below "
                    + Units.ratioPercent(graph.limits().edgeFraction()) + " each");
        }
        if (leftOut.redundantEdges() > 0) {
            lines.add("Left out: " + counted(leftOut.redundantEdges(), "dashed line")
                    + " between boxes that others link");
        }
        if (leftOut.furtherEdges() > 0) {
            lines.add("Left out: " + counted(leftOut.furtherEdges(), "call") + " of boxes that have "
                    + Units.count(graph.limits().maxDegree()) + " heavier ones");
        }
        if (leftOut.value() != 0) {
            lines.add(share(leftOut.value()) + " allocated by " + boxes(2) + " that aren't shown");
        }
    }

    /** A node's figures for its box. */
    List<String> figures(CallGraph.Node node) {
        if (node.flat() == node.cumulative()) {
            return List.of(share(node.flat()));
        }
        String whole = "of " + share(node.cumulative());
        return node.flat() == 0 ? List.of("0 " + whole) : List.of(share(node.flat()), whole);
    }

    /** All that is known of a node. */
    String tooltip(CallGraph.Node node) {
        return node.name() + "\n" + node.kind().text() + "\nits own: " + share(node.flat()) + "\nwith what it called: "
                + share(node.cumulative());
    }

    /** All that is known of a call. */
    String tooltip(CallGraph.Edge edge) {
        return name(edge.from()) + "\n→ " + name(edge.to()) + "\n" + share(edge.weight())
                + (edge.residual() ? "\nthrough " + boxes(2) + " that are left out, at least in part" : "");
    }

    String figure(double value) {
        return SampleTypeText.value(graph.measure(), value);
    }

    private String share(double value) {
        return figure(value) + " (" + Units.percent(value, graph.whole()) + ")";
    }

    private String name(int number) {
        return graph.nodes().get(number - 1).name();
    }

    private int nodesInAll() {
        return graph.nodes().size()
                + graph.leftOut().smallNodes()
                + graph.leftOut().furtherNodes();
    }

    /** What boxes are called; in a tree a function has several. */
    private String boxes(int count) {
        boolean isTree = graph.limits().callTree() && graph.grouping() == Grouping.FUNCTION;
        if (count == 1) {
            return isTree ? "call path" : GroupingText.one(graph.grouping());
        }
        return isTree ? "call paths" : GroupingText.many(graph.grouping());
    }

    private String counted(int boxes) {
        return Units.count(boxes) + " " + boxes(boxes);
    }

    private static String counted(int count, String what) {
        return Units.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    private String program() {
        ProfileMetadata facts = graph.metadata();
        List<String> known = new ArrayList<>();
        facts.get(ProfileMetadata.MAIN)
                .or(() -> facts.get(ProfileMetadata.BINARY))
                .ifPresent(known::add);
        facts.get("pid").ifPresent(pid -> known.add("process " + pid));
        facts.get(ProfileMetadata.HOST).ifPresent(host -> known.add("on " + host));
        facts.instant(ProfileMetadata.TIME).ifPresent(time -> known.add(moment(time.atOffset(ZoneOffset.UTC))));
        return String.join(", ", known);
    }

    /** To the second. A formatter would do the same, and sets up much more than a cold start has time for. */
    private static String moment(OffsetDateTime time) {
        return time.toLocalDate() + " " + twoDigits(time.getHour()) + ":" + twoDigits(time.getMinute()) + ":"
                + twoDigits(time.getSecond()) + " UTC";
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
