package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.json.JsonStream;
import io.jemscope.report.comparison.Comparison;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Writes what changed as JSON: all rows, those within sampling noise included and marked. */
public final class ComparisonJson {

    private ComparisonJson() {}

    /**
     * Writes the changes.
     *
     * @param comparison what changed
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Comparison comparison, OutputStream out) throws IOException {
        write(comparison, JsonStream.to(out));
    }

    /**
     * Writes the changes as a value of a larger document.
     *
     * @throws IOException where it can't be written
     */
    public static void write(Comparison comparison, JsonWriter json) throws IOException {
        JsonReport report = JsonReport.begin(json, "diff", comparison.sampleType());
        report.groupedBy(comparison.sites());
        json.name("oneProcess").value(comparison.isOneProcess());
        json.name("judged").value(comparison.isJudged());
        report.ratio("factor", comparison.factor());
        json.name("all");
        write(report, comparison, comparison.total());
        json.name("rows").beginArray();
        for (Comparison.Row row : comparison.rows()) {
            write(report, comparison, row);
        }
        json.endArray();
        report.end();
    }

    private static void write(JsonReport report, Comparison comparison, Comparison.Row row) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(row.site());
        json.name("kind").value(row.kind().name().toLowerCase(Locale.ROOT));
        report.amount("before", row.before());
        report.amount("after", row.after());
        report.change("change", row.change());
        report.ratio("chance", row.chance());
        json.name("significant").value(row.isSignificant());
        json.name("passing").value(comparison.sites().isPassing(row.site()));
        report.texts("callers", row.callers());
        json.endObject();
    }
}
