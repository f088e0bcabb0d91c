package io.jemscope.cli.view;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.trend.Trend;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Trends as JSON: every row with all its figures, those within sampling noise included and marked. */
public final class TrendJson {

    private TrendJson() {}

    /**
     * Writes them.
     *
     * @param trends a trend for each run of a program
     * @return the document, with a line end
     * @throws IOException never, since it is written into memory
     */
    public static String print(List<Trend> trends) throws IOException {
        StringWriter text = new StringWriter(65_536);
        try (JsonWriter json = new JsonWriter(text)) {
            json.setIndent("  ");
            json.beginObject();
            json.name("runs").beginArray();
            for (Trend trend : trends) {
                trend(json, trend);
            }
            json.endArray();
            json.endObject();
        }
        return text.append('\n').toString();
    }

    private static void trend(JsonWriter json, Trend trend) throws IOException {
        json.beginObject();
        json.name("process").value(trend.run().pid());
        json.name("host").value(trend.run().host());
        json.name("main").value(trend.run().main());
        json.name("measure").value(trend.measure().name().toLowerCase(Locale.ROOT));
        json.name("unit").value(trend.measure().unit());
        json.name("by").value(trend.sites().heading());
        json.name("judged").value(trend.isJudged());
        json.name("timesOfFiles").value(trend.timesOfFiles());
        json.name("times").beginArray();
        for (Instant time : trend.times()) {
            json.value(time.toString());
        }
        json.endArray();
        json.name("total");
        row(json, trend.total());
        json.name("rows").beginArray();
        for (Trend.Row row : trend.rows()) {
            row(json, row);
        }
        json.endArray();
        json.endObject();
    }

    private static void row(JsonWriter json, Trend.Row row) throws IOException {
        json.beginObject();
        json.name("name").value(row.site());
        JsonFigures.estimate(json, "perHour", row.perHour());
        JsonFigures.number(json, "last", row.last());
        JsonFigures.number(json, "chance", row.chance());
        json.name("course").value(row.course().name().toLowerCase(Locale.ROOT));
        json.name("figures").beginArray();
        for (double figure : row.figures()) {
            json.value(Math.round(figure));
        }
        json.endArray();
        json.endObject();
    }
}
