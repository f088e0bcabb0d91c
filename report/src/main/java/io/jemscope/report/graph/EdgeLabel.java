package io.jemscope.report.graph;

/**
 * The figure beside an edge.
 *
 * @param text the figure
 * @param size the room it takes
 */
record EdgeLabel(String text, double fontSize, GraphLayout.Size size) {

    /** No figure at all. */
    static final EdgeLabel NONE = new EdgeLabel("", 0, new GraphLayout.Size(0, 0));

    private static final double LEAST_FONT = 9;
    private static final double FONT_GROWTH = 4;
    private static final double LINE_HEIGHT = 1.2;

    static EdgeLabel of(String text, double share) {
        double fontSize = Math.round(2 * (LEAST_FONT + FONT_GROWTH * share)) / 2.0;
        double width = TextWidth.of(text, fontSize) + 4;
        return new EdgeLabel(text, fontSize, new GraphLayout.Size(width, fontSize * LINE_HEIGHT));
    }
}
