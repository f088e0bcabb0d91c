package io.jemscope.report.graph;

import io.jemscope.report.Palette;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes a call graph as DOT, the language of Graphviz (https://graphviz.org/doc/info/lang.html). */
public final class DotWriter {

    private final CallGraph graph;
    private final GraphText text;
    private final Emphasis emphasis;
    private final StringBuilder out = new StringBuilder(16_384);

    private DotWriter(CallGraph graph) {
        this.graph = graph;
        this.text = new GraphText(graph);
        this.emphasis = new Emphasis(graph);
    }

    /**
     * Writes the graph, in UTF-8.
     *
     * @param out what to write to; stays open
     * @throws IOException where writing fails
     */
    public static void write(CallGraph graph, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        writer.write(new DotWriter(graph).text());
        writer.flush();
    }

    private String text() {
        String title = escaped(text.title());
        out.append("digraph \"").append(title).append("\" {\n");
        out.append("graph [fontname=\"Helvetica\" tooltip=\"").append(title).append("\"]\n");
        out.append("node [shape=box style=filled fontname=\"Helvetica\" fontcolor=\"")
                .append(Palette.LIGHT.text())
                .append("\"]\n");
        out.append("edge [fontname=\"Helvetica\" fontsize=10 fontcolor=\"")
                .append(Palette.LIGHT.text())
                .append("\"]\n");
        legend(title);
        for (CallGraph.Node node : graph.nodes()) {
            node(node);
        }
        for (CallGraph.Edge edge : graph.edges()) {
            edge(edge);
        }
        return out.append("}\n").toString();
    }

    private void legend(String title) {
        out.append("subgraph cluster_legend { style=invis legend [fontsize=12 fillcolor=\"")
                .append(Palette.LIGHT.background())
                .append("\" label=\"")
                .append(title)
                .append("\\l");
        for (String line : text.legend()) {
            out.append(escaped(line)).append("\\l");
        }
        out.append("\"] }\n");
    }

    private void node(CallGraph.Node node) {
        out.append('N').append(node.number()).append(" [label=\"");
        lines(NodeLabel.lines(node, graph.grouping()));
        out.append("\\n");
        lines(text.figures(node));
        out.append("\" fontsize=").append(emphasis.fontSize(node));
        out.append(" fillcolor=\"").append(Palette.LIGHT.fill(node.kind()));
        out.append("\" color=\"").append(Palette.LIGHT.border(node.kind()));
        out.append("\" tooltip=\"").append(escaped(text.tooltip(node))).append("\"]\n");
    }

    private void lines(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            out.append(i == 0 ? "" : "\\n").append(escaped(lines.get(i)));
        }
    }

    private void edge(CallGraph.Edge edge) {
        String tooltip = escaped(text.tooltip(edge));
        double share = emphasis.share(edge.weight());
        out.append('N').append(edge.from()).append(" -> N").append(edge.to());
        out.append(" [label=\" ").append(escaped(text.figure(edge.weight())));
        out.append("\" weight=").append(1 + (int) (100 * share));
        out.append(" penwidth=").append(emphasis.width(edge));
        out.append(" color=\"").append(Palette.LIGHT.line(share)).append('"');
        if (edge.residual()) {
            out.append(" style=dashed");
        }
        out.append(" tooltip=\"").append(tooltip);
        out.append("\" labeltooltip=\"").append(tooltip).append("\"]\n");
    }

    /** Graphviz reads escapes and, in labels, entities of HTML, so that an ampersand has to be one, too. */
    private static String escaped(String text) {
        String clean = CleanText.of(text);
        StringBuilder escaped = new StringBuilder(clean.length() + 16);
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            switch (c) {
                case '"' -> escaped.append("\\\"");
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '&' -> escaped.append("&amp;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
