package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.LabelValues;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Traces;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;

/** Writes stacks as JSON. */
public final class TracesJson {

    private TracesJson() {}

    /**
     * Writes the stacks.
     *
     * @param traces the stacks
     * @param layout how many, and the least share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Traces traces, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "traces", traces.measure());
        report.groupedBy(traces.grouping());
        report.total(traces.total(), layout);
        JsonWriter json = report.json();
        json.name("traces").beginArray();
        double least = layout.least(traces.total());
        int shown = 0;
        for (Traces.Trace trace : traces.traces()) {
            double value = traces.measure().of(trace.live(), trace.accumulated());
            if (shown == layout.rows() || Math.abs(value) < least) {
                break;
            }
            shown++;
            json.beginObject();
            report.figure("liveBytes", trace.live().bytes());
            report.figure("liveObjects", trace.live().objects());
            report.figure("accumulatedBytes", trace.accumulated().bytes());
            report.figure("accumulatedObjects", trace.accumulated().objects());
            json.name("labels").beginObject();
            for (Map.Entry<String, String> label : new TreeMap<>(trace.labels()).entrySet()) {
                json.name(label.getKey()).value(LabelValues.shown(label.getValue()));
            }
            json.endObject();
            report.texts("stack", trace.names());
            json.endObject();
        }
        json.endArray();
        json.name("leftOut").value(traces.traces().size() - shown);
        report.end();
    }
}
