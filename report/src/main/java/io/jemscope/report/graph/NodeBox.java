package io.jemscope.report.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * What a node's box holds: its name, its figures, and a bar that shows its shares.
 *
 * @param lines the lines of text, from the top
 * @param size the box's size
 */
record NodeBox(List<Line> lines, GraphLayout.Size size) {

    /** The height of the bar at the foot of a box. */
    static final double BAR = 4;

    private static final double SIDE = 9;
    private static final double HEAD = 6;
    private static final double FOOT = 6;
    private static final double LINE_HEIGHT = 1.22;
    private static final double FIGURES_FONT = 9.5;
    private static final double FIGURES_SHARE = 0.72;

    /**
     * A line of text.
     *
     * @param width how wide it is drawn
     * @param baseline how far below the box's top it stands
     * @param strong whether it names the function
     */
    record Line(String text, double fontSize, double width, double baseline, boolean strong) {}

    static NodeBox of(CallGraph.Node node, CallGraph graph, GraphText text, Emphasis emphasis) {
        double nameFont = emphasis.fontSize(node);
        double figuresFont = Math.max(FIGURES_FONT, Math.round(2 * FIGURES_SHARE * nameFont) / 2.0);
        List<Line> lines = new ArrayList<>();
        List<String> name = NodeLabel.lines(node, graph.grouping());
        double y = HEAD;
        double widest = 0;
        for (int i = 0; i < name.size(); i++) {
            // The last line names the function; what it belongs to stands back a little.
            boolean strong = i == name.size() - 1;
            y += nameFont * LINE_HEIGHT;
            String line = CleanText.of(name.get(i));
            double width = strong ? TextWidth.ofBold(line, nameFont) : TextWidth.of(line, nameFont);
            lines.add(new Line(line, nameFont, width, y - nameFont * (LINE_HEIGHT - 1), strong));
            widest = Math.max(widest, width);
        }
        for (String figure : text.figures(node)) {
            y += figuresFont * LINE_HEIGHT;
            double width = TextWidth.of(figure, figuresFont);
            lines.add(new Line(figure, figuresFont, width, y - figuresFont * (LINE_HEIGHT - 1), false));
            widest = Math.max(widest, width);
        }
        return new NodeBox(lines, new GraphLayout.Size(Math.ceil(widest + 2 * SIDE), Math.ceil(y + FOOT + BAR)));
    }
}
