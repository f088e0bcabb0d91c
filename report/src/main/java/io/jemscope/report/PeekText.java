package io.jemscope.report;

import java.util.List;

/** Prints functions with their callers above and their callees below. */
public final class PeekText {

    private final Peek peek;
    private final TextOptions layout;
    private final double whole;
    private final double least;
    private final TextTable table = new TextTable("rrrrrl");

    private PeekText(Peek peek, TextOptions layout) {
        this.peek = peek;
        this.layout = layout;
        whole = layout.wholeOr(peek.total());
        least = layout.least(peek.total());
    }

    /**
     * Prints the functions.
     *
     * @param peek the functions
     * @param layout how many functions; functions, callers and callees with less than the least share are left out
     * @return the text, each line ended
     */
    public static String print(Peek peek, TextOptions layout) {
        StringBuilder out = new StringBuilder(4096);
        out.append("Peek at '").append(peek.pattern()).append("': ");
        out.append(SampleTypeText.heading(peek.measure(), peek.total(), layout)).append("\n\n");
        new PeekText(peek, layout).appendTo(out);
        return out.toString();
    }

    private void appendTo(StringBuilder out) {
        if (peek.functions().isEmpty()) {
            out.append("  nothing: no ").append(GroupingText.one(peek.grouping()));
            out.append(" of this profile has that in its name\n");
            return;
        }
        table.add("flat", "flat%", "cum", "cum%", "share", GroupingText.one(peek.grouping()));
        List<Peek.Function> shown = peek.shown(layout);
        for (int i = 0; i < shown.size(); i++) {
            if (i > 0) {
                table.add("", "", "", "", "", "");
            }
            add(shown.get(i));
        }
        table.appendTo(out, "  ", layout.columns());
        int left = peek.functions().size() - shown.size();
        if (left > 0) {
            out.append("  … and ").append(Units.count(left)).append(" more that match\n");
        }
    }

    private void add(Peek.Function function) {
        add(function.callers(), function.cumulative(), "  called from ");
        table.add(
                value(function.flat()),
                Units.percent(function.flat(), whole),
                value(function.cumulative()),
                Units.percent(function.cumulative(), whole),
                "",
                function.name());
        add(function.callees(), function.cumulative(), "  calls ");
    }

    private void add(List<Peek.Edge> edges, double cumulative, String before) {
        int left = 0;
        double leftValue = 0;
        for (Peek.Edge edge : edges) {
            if (Math.abs(edge.value()) >= least) {
                add(edge.value(), cumulative, before + edge.name());
            } else {
                left++;
                leftValue += edge.value();
            }
        }
        if (left > 0) {
            add(leftValue, cumulative, before + "… " + Units.count(left) + " more");
        }
    }

    private void add(double value, double cumulative, String text) {
        table.add("", "", value(value), Units.percent(value, whole), Units.percent(value, cumulative), text);
    }

    private String value(double value) {
        return SampleTypeText.value(peek.measure(), value, layout.unit());
    }
}
