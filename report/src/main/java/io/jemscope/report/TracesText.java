package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints stacks one below the other, each with its figures and labels. */
public final class TracesText {

    private TracesText() {}

    /**
     * Prints the stacks.
     *
     * @param traces the stacks
     * @param layout how many stacks; those with less than the least share are left out
     * @return the text, each line ended
     */
    public static String print(Traces traces, TextOptions layout) {
        StringBuilder out = new StringBuilder(16_384);
        out.append("Traces: ").append(SampleTypeText.heading(traces.measure(), traces.total(), layout));
        out.append(layout.whole().isEmpty() ? ", of " : "; ");
        out.append(Units.count(traces.traces().size()));
        out.append(traces.traces().size() == 1 ? " stack" : " different stacks").append('\n');
        double least = layout.least(traces.total());
        int shown = 0;
        double sum = 0;
        for (Traces.Trace trace : traces.traces()) {
            double value = value(traces, trace);
            if (shown == layout.rows() || Math.abs(value) < least) {
                break;
            }
            shown++;
            sum += value;
            add(out, traces, trace, layout);
        }
        int left = traces.traces().size() - shown;
        if (left > 0) {
            double rest = traces.total() - sum;
            out.append("\n  … and ").append(Units.count(left)).append(" more with ");
            out.append(SampleTypeText.value(traces.measure(), rest, layout.unit()))
                    .append(" (");
            out.append(Units.percent(rest, layout.wholeOr(traces.total()))).append(")\n");
        }
        return out.toString();
    }

    private static double value(Traces traces, Traces.Trace trace) {
        return traces.measure().of(trace.live(), trace.accumulated());
    }

    private static void add(StringBuilder out, Traces traces, Traces.Trace trace, TextOptions layout) {
        SampleType measure = traces.measure();
        double value = value(traces, trace);
        Amount amount = measure.isAccumulated() ? trace.accumulated() : trace.live();
        out.append("\n  ").append(SampleTypeText.value(measure, value, layout.unit()));
        out.append("  ")
                .append(Units.percent(value, layout.wholeOr(traces.total())))
                .append("  ");
        if (measure.isBytes()) {
            String objects = Units.count(amount.objects());
            out.append(objects).append(objects.equals("1") ? " object of " : " objects of ");
        } else {
            out.append(Units.bytes(amount.bytes(), layout.unit())).append(", each ");
        }
        out.append(Units.bytes(amount.meanBytes())).append('\n');
        TextTable table = new TextTable("l");
        for (String label : labels(trace.labels())) {
            table.add(label);
        }
        List<String> names = trace.names();
        for (String name : names) {
            table.add("  " + name);
        }
        if (names.isEmpty()) {
            table.add("  no stack");
        }
        table.appendTo(out, "    ", layout.columns());
    }

    private static List<String> labels(Map<String, String> labels) {
        List<String> lines = new ArrayList<>(labels.size());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            lines.add(label.getKey() + ": " + LabelValues.shown(label.getValue()));
        }
        lines.sort(String::compareTo);
        return lines;
    }
}
