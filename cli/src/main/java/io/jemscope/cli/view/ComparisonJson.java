package io.jemscope.cli.view;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.comparison.Comparison;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;

/** A comparison as JSON: all rows, those within sampling noise included and marked. */
public final class ComparisonJson {

    private ComparisonJson() {}

    /**
     * Writes it.
     *
     * @param comparison what changed
     * @return the document, with a line end
     * @throws IOException never, since it is written into memory
     */
    public static String print(Comparison comparison) throws IOException {
        StringWriter text = new StringWriter(8192);
        try (JsonWriter json = new JsonWriter(text)) {
            json.setIndent("  ");
            json.beginObject();
            json.name("measure").value(comparison.measure().name().toLowerCase(Locale.ROOT));
            json.name("unit").value(comparison.measure().unit());
            json.name("by").value(comparison.sites().heading());
            json.name("oneProcess").value(comparison.isOneProcess());
            json.name("judged").value(comparison.isJudged());
            JsonFigures.number(json, "factor", comparison.factor());
            json.name("total");
            row(json, comparison.total());
            json.name("rows").beginArray();
            for (Comparison.Row row : comparison.rows()) {
                row(json, row);
            }
            json.endArray();
            json.endObject();
        }
        return text.append('\n').toString();
    }

    private static void row(JsonWriter json, Comparison.Row row) throws IOException {
        json.beginObject();
        json.name("name").value(row.site());
        json.name("kind").value(row.kind().name().toLowerCase(Locale.ROOT));
        JsonFigures.estimate(json, "before", row.before());
        JsonFigures.estimate(json, "after", row.after());
        JsonFigures.estimate(json, "change", row.change());
        JsonFigures.number(json, "chance", row.chance());
        json.name("significant").value(row.isSignificant());
        json.endObject();
    }
}
