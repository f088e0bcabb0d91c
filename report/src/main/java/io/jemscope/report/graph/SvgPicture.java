package io.jemscope.report.graph;

import io.jemscope.report.FrameKind;
import io.jemscope.report.Grouping;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The text of the picture. */
final class SvgPicture {

    private final CallGraph graph;
    private final List<NodeBox> boxes;
    private final List<EdgeLabel> labels;
    private final GraphText text;
    private final Emphasis emphasis;
    private final SvgLegend legend;
    private final StringBuilder out = new StringBuilder(65_536);

    SvgPicture(CallGraph graph, List<NodeBox> boxes, List<EdgeLabel> labels) {
        this.graph = graph;
        this.boxes = boxes;
        this.labels = labels;
        this.text = new GraphText(graph);
        this.emphasis = new Emphasis(graph);
        this.legend = new SvgLegend(text.title(), text.legend(), kinds(graph));
    }

    String text(GraphLayout layout) {
        double width = Math.ceil(Math.max(layout.width(), legend.width()));
        double height = Math.ceil(legend.height() + layout.height());
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
        number(width).append(' ');
        number(height).append("\" width=\"");
        number(width).append("\" height=\"");
        number(height).append("\" role=\"img\">\n<title>");
        escaped(text.title()).append("</title>\n");
        out.append(SvgStyle.of(graph)).append("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
        legend.appendTo(out);
        out.append("<g transform=\"translate(");
        number((width - layout.width()) / 2).append(' ');
        number(legend.height()).append(")\">\n");
        // The heaviest last, so that they lie above the others.
        for (int i = graph.edges().size() - 1; i >= 0; i--) {
            edge(graph.edges().get(i), layout.lines().get(i), labels.get(i));
        }
        for (int i = 0; i < graph.nodes().size(); i++) {
            node(graph.nodes().get(i), layout.boxes().get(i), boxes.get(i));
        }
        return out.append("</g>\n</svg>\n").toString();
    }

    private static Set<FrameKind> kinds(CallGraph graph) {
        Set<FrameKind> kinds = EnumSet.noneOf(FrameKind.class);
        // A thread is no kind of code.
        if (graph.grouping() != Grouping.THREAD) {
            for (CallGraph.Node node : graph.nodes()) {
                kinds.add(node.kind());
            }
        }
        return kinds;
    }

    private void edge(CallGraph.Edge edge, GraphLayout.Line line, EdgeLabel label) {
        out.append("<g class=\"e s").append(SvgStyle.shade(emphasis.share(edge.weight())));
        out.append(" c").append(edge.from()).append(" c").append(edge.to()).append("\"><title>");
        escaped(text.tooltip(edge)).append("</title>");
        double width = emphasis.width(edge);
        SvgArrow arrow = SvgArrow.of(line.points(), width);
        out.append("<path d=\"").append(arrow.path()).append("\" stroke-width=\"");
        number(width).append('"');
        if (edge.residual()) {
            out.append(" stroke-dasharray=\"");
            number(3 + width).append(' ');
            number(2 + width).append('"');
        }
        out.append("/><path class=\"a\" d=\"").append(arrow.head()).append("\"/>");
        GraphLayout.Box place = line.label();
        if (place != null) {
            out.append("<text x=\"");
            number(place.x() + place.width() / 2).append("\" y=\"");
            number(place.y() + label.fontSize()).append("\" font-size=\"");
            number(label.fontSize()).append("\">");
            escaped(label.text()).append("</text>");
        }
        out.append("</g>\n");
    }

    private void node(CallGraph.Node node, GraphLayout.Box box, NodeBox content) {
        out.append("<g id=\"n").append(node.number()).append("\" class=\"n ").append(SvgStyle.name(node.kind()));
        for (CallGraph.Edge edge : graph.edges()) {
            if (edge.from() == node.number()) {
                out.append(" c").append(edge.to());
            } else if (edge.to() == node.number()) {
                out.append(" c").append(edge.from());
            }
        }
        out.append("\"><title>");
        escaped(text.tooltip(node)).append("</title>");
        rectangle("b", box.x(), box.y(), box.width(), box.height());
        double bar = box.width() - 2 * NodeBox.BAR;
        double barTop = box.y() + box.height() - 2 * NodeBox.BAR;
        rectangle("r", box.x() + NodeBox.BAR, barTop, bar, NodeBox.BAR);
        rectangle("rc", box.x() + NodeBox.BAR, barTop, bar * emphasis.share(node.cumulative()), NodeBox.BAR);
        rectangle("rf", box.x() + NodeBox.BAR, barTop, bar * emphasis.share(node.flat()), NodeBox.BAR);
        for (NodeBox.Line line : content.lines()) {
            out.append("<text x=\"");
            number(box.x() + box.width() / 2).append("\" y=\"");
            number(box.y() + line.baseline()).append("\" font-size=\"");
            number(line.fontSize()).append("\" textLength=\"");
            number(line.width()).append('"');
            out.append(line.strong() ? " class=\"f\">" : ">");
            escaped(line.text()).append("</text>");
        }
        out.append("</g>\n");
    }

    private void rectangle(String style, double x, double y, double width, double height) {
        out.append("<rect class=\"").append(style).append("\" x=\"");
        number(x).append("\" y=\"");
        number(y).append("\" width=\"");
        number(width).append("\" height=\"");
        number(height).append("\"/>");
    }

    private StringBuilder number(double value) {
        return Svg.number(out, value);
    }

    private StringBuilder escaped(String value) {
        return Svg.escaped(out, value);
    }
}
