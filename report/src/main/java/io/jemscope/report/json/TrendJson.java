package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.json.JsonStream;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.trend.Trend;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Writes trends as JSON: every row with all its figures, those within sampling noise included and marked. */
public final class TrendJson {

    private TrendJson() {}

    /**
     * Writes the trends.
     *
     * @param trends a trend for each run of a program
     * @param measure what they count
     * @param sites what a row is
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(List<Trend> trends, SampleType measure, SiteGrouping sites, OutputStream out)
            throws IOException {
        write(trends, measure, sites, JsonStream.to(out));
    }

    /**
     * Writes the trends as a value of a larger document.
     *
     * @throws IOException where it can't be written
     */
    public static void write(List<Trend> trends, SampleType measure, SiteGrouping sites, JsonWriter json)
            throws IOException {
        JsonReport report = JsonReport.begin(json, "trend", measure);
        report.groupedBy(sites);
        report.json().name("runs").beginArray();
        for (Trend trend : trends) {
            write(report, trend);
        }
        report.json().endArray();
        report.end();
    }

    private static void write(JsonReport report, Trend trend) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        report.text("pid", trend.run().pid());
        report.text("host", trend.run().host());
        report.text("main", trend.run().main());
        json.name("judged").value(trend.isJudged());
        json.name("timesOfFiles").value(trend.timesOfFiles());
        json.name("timesContradict").value(trend.timesContradict());
        json.name("times").beginArray();
        for (Instant time : trend.times()) {
            json.value(time.toString());
        }
        json.endArray();
        json.name("all");
        write(report, trend.total());
        json.name("rows").beginArray();
        for (Trend.Row row : trend.rows()) {
            write(report, row);
        }
        json.endArray();
        json.endObject();
    }

    private static void write(JsonReport report, Trend.Row row) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(row.site());
        json.name("course").value(row.course().name().toLowerCase(Locale.ROOT));
        report.estimate("perHour", row.perHour());
        report.ratio("chance", row.chance());
        report.ratio("driftChance", row.driftChance());
        report.figure("last", row.last());
        report.texts("callers", row.callers());
        json.name("figures").beginArray();
        for (double figure : row.figures()) {
            json.value(Math.round(figure));
        }
        json.endArray();
        json.endObject();
    }
}
