package io.jemscope.report.graph;

import io.jemscope.report.FrameKind;
import io.jemscope.report.Palette;
import java.util.Locale;

/** The picture's style sheet. */
final class SvgStyle {

    /** How many steps there are from the faintest edge to the strongest. */
    private static final int SHADES = 6;

    private static final String SHAPES = """
            text{font-family:Helvetica,Arial,"Liberation Sans",sans-serif;fill:var(--t)}
            .n text,.e text{text-anchor:middle}
            .f{font-weight:bold}
            .q{fill:var(--q)}
            .page{fill:var(--p)}
            .b{stroke-width:1.2;rx:4px}
            .r{fill:var(--t);opacity:.12}
            .rc{opacity:.45}
            .e path{fill:none}
            .e text{paint-order:stroke;stroke:var(--p);stroke-width:3px;stroke-linejoin:round}
            .n:hover .b{stroke-width:3}
            .e:hover path{stroke:var(--t)}
            .e:hover .a{fill:var(--t);stroke:none}
            """;

    private SvgStyle() {}

    /** The step that a share of the whole is drawn in. */
    static int shade(double share) {
        // By the root: most edges carry a few per cent, and would else look alike.
        return (int) Math.min(SHADES - 1, Math.floor(SHADES * Math.sqrt(share)));
    }

    /** The class of what is drawn in a kind's colours. */
    static String name(FrameKind kind) {
        return "k-" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String of(CallGraph graph) {
        StringBuilder style = new StringBuilder("<style>\n:root{color-scheme:light dark}\n");
        colours(style, Palette.LIGHT);
        style.append("@media (prefers-color-scheme:dark){\n");
        colours(style, Palette.DARK);
        style.append("}\n").append(SHAPES);
        pointing(style, graph.nodes().size());
        return style.append("</style>\n").toString();
    }

    private static void colours(StringBuilder style, Palette palette) {
        style.append("svg{--p:").append(palette.background());
        style.append(";--t:").append(palette.text());
        style.append(";--q:").append(palette.quietText()).append("}\n");
        for (FrameKind kind : FrameKind.values()) {
            String box = "." + name(kind);
            style.append(box).append(" .b,.b").append(box).append("{fill:").append(palette.fill(kind));
            style.append(";stroke:").append(palette.border(kind)).append("}\n");
            style.append(box).append(" .rc,").append(box).append(" .rf{fill:");
            style.append(palette.border(kind)).append("}\n");
        }
        for (int shade = 0; shade < SHADES; shade++) {
            String colour = palette.line(shade / (SHADES - 1.0));
            style.append(".s").append(shade).append(" path{stroke:").append(colour);
            style.append("}.s").append(shade).append(" .a{fill:").append(colour).append(";stroke:none}\n");
        }
    }

    /** Where the pointer rests on a box, all dims but the box, its edges, and the boxes at their other ends. */
    private static void pointing(StringBuilder style, int nodes) {
        if (nodes == 0) {
            return;
        }
        style.append("svg:has(.n:hover) .n:not(:hover),svg:has(.n:hover) .e{opacity:.15}\n");
        for (int node = 1; node <= nodes; node++) {
            style.append(node == 1 ? "" : ",\n");
            style.append("svg:has(#n").append(node).append(":hover) .c").append(node);
        }
        style.append("{opacity:1!important}\n");
    }
}
