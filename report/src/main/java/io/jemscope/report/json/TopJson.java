package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes flat and cumulative figures as JSON. */
public final class TopJson {

    private TopJson() {}

    /**
     * Writes the rows.
     *
     * @param top the figures
     * @param layout how many rows, and the least cumulative share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Top top, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "top", top.measure());
        report.groupedBy(top.grouping());
        report.total(top.total(), layout);
        JsonWriter json = report.json();
        List<Top.Row> rows = top.shown(layout);
        json.name("rows").beginArray();
        for (Top.Row row : rows) {
            json.beginObject();
            json.name("name").value(row.name());
            report.figure("flat", row.flat());
            report.figure("cumulative", row.cumulative());
            report.figure("flatMeanBytes", row.flatMeanBytes());
            report.figure("cumulativeMeanBytes", row.cumulativeMeanBytes());
            json.endObject();
        }
        json.endArray();
        json.name("leftOut").value(top.rows().size() - rows.size());
        report.end();
    }
}
