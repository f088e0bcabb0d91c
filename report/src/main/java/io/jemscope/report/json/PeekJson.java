package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.Peek;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes functions with their callers and callees as JSON. */
public final class PeekJson {

    private PeekJson() {}

    /**
     * Writes the functions.
     *
     * @param peek the functions
     * @param layout how many, and the least cumulative share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Peek peek, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "peek", peek.measure());
        report.groupedBy(peek.grouping());
        JsonWriter json = report.json();
        json.name("pattern").value(peek.pattern());
        report.total(peek.total(), layout);
        json.name("functions").beginArray();
        List<Peek.Function> shown = peek.shown(layout);
        for (Peek.Function function : shown) {
            json.beginObject();
            json.name("name").value(function.name());
            report.figure("flat", function.flat());
            report.figure("cumulative", function.cumulative());
            write(report, "callers", function.callers());
            write(report, "callees", function.callees());
            json.endObject();
        }
        json.endArray();
        json.name("leftOut").value(peek.functions().size() - shown.size());
        report.end();
    }

    private static void write(JsonReport report, String name, List<Peek.Edge> edges) throws IOException {
        JsonWriter json = report.json();
        json.name(name).beginArray();
        for (Peek.Edge edge : edges) {
            json.beginObject();
            json.name("name").value(edge.name());
            report.figure("value", edge.value());
            json.endObject();
        }
        json.endArray();
    }
}
