package io.jemscope.report.graph;

import io.jemscope.report.FrameKind;
import java.util.List;
import java.util.Set;

/** The head of the picture: what is drawn, what is left out, and what the colours mean. */
final class SvgLegend {

    private static final double LEFT = 16;
    private static final double TITLE_FONT = 17;
    private static final double FONT = 12;
    private static final double LINE = 17;
    private static final double SWATCH = 12;
    private static final double BETWEEN_SWATCHES = 18;

    private final String title;
    private final List<String> lines;
    private final Set<FrameKind> kinds;

    SvgLegend(String title, List<String> lines, Set<FrameKind> kinds) {
        this.title = title;
        this.lines = lines;
        this.kinds = kinds;
    }

    double width() {
        double widest = TextWidth.ofBold(title, TITLE_FONT);
        for (String line : lines) {
            widest = Math.max(widest, TextWidth.of(line, FONT));
        }
        double swatches = 0;
        for (FrameKind kind : kinds) {
            swatches += swatchWidth(kind);
        }
        return 2 * LEFT + Math.max(widest, swatches);
    }

    double height() {
        return LINE * (lines.size() + 3) + LEFT;
    }

    void appendTo(StringBuilder out) {
        out.append("<g class=\"l\">");
        double y = LEFT + TITLE_FONT;
        text(out, title, LEFT, y, TITLE_FONT, "f");
        for (String line : lines) {
            y += LINE;
            text(out, line, LEFT, y, FONT, "q");
        }
        y += LINE + 6;
        double x = LEFT;
        for (FrameKind kind : kinds) {
            out.append("<rect class=\"b ").append(SvgStyle.name(kind)).append("\" x=\"");
            Svg.number(out, x).append("\" y=\"");
            Svg.number(out, y - SWATCH + 2).append("\" width=\"");
            Svg.number(out, SWATCH).append("\" height=\"");
            Svg.number(out, SWATCH).append("\"/>");
            text(out, kind.text(), x + SWATCH + 5, y, FONT, "q");
            x += swatchWidth(kind);
        }
        out.append("</g>\n");
    }

    private static double swatchWidth(FrameKind kind) {
        return SWATCH + 5 + TextWidth.of(kind.text(), FONT) + BETWEEN_SWATCHES;
    }

    private static void text(StringBuilder out, String text, double x, double y, double fontSize, String style) {
        out.append("<text class=\"").append(style).append("\" x=\"");
        Svg.number(out, x).append("\" y=\"");
        Svg.number(out, y).append("\" font-size=\"");
        Svg.number(out, fontSize).append("\">");
        Svg.escaped(out, text).append("</text>");
    }
}
