package io.jemscope.cli.history;

import com.google.gson.stream.JsonWriter;
import io.jemscope.cli.history.StoredHistory.Life;
import io.jemscope.history.Snapshot;
import io.jemscope.profile.SampleType;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.json.TrendJson;
import io.jemscope.report.trend.Trend;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A history for programs: all of it, and the trend over its profiles. */
public final class HistoryJson {

    private HistoryJson() {}

    /** Writes it; {@code out} stays open. */
    public static void write(StoredHistory history, List<Trend> trends, SiteGrouping sites, OutputStream out)
            throws IOException {
        Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        JsonWriter json = new JsonWriter(text);
        json.setIndent("  ");
        json.beginObject();
        json.name("folder").value(history.folder().toString());
        json.name("processes").beginArray();
        for (Life life : history.lives()) {
            write(history, life, json);
        }
        json.endArray();
        json.name("trend");
        if (trends.isEmpty()) {
            json.nullValue();
        } else {
            TrendJson.write(trends, SampleType.LIVE_BYTES, sites, json);
        }
        json.endObject();
        text.write('\n');
        text.flush();
    }

    private static void write(StoredHistory history, Life life, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("program").value(life.process().program());
        json.name("pid").value(life.process().pid());
        json.name("host").value(life.process().host());
        json.name("started").value(life.process().started().toString());
        json.name("snapshots").beginArray();
        for (Snapshot snapshot : life.snapshots()) {
            json.beginObject();
            json.name("time").value(snapshot.time().toString());
            json.name("profile")
                    .value(snapshot.profiled() ? history.profile(snapshot).toString() : null);
            json.name("statistics").beginObject();
            for (Map.Entry<String, Double> entry : snapshot.statistics().entrySet()) {
                double value = entry.getValue();
                json.name(entry.getKey());
                if (value == Math.rint(value) && Math.abs(value) <= 1L << 53) {
                    json.value((long) value);
                } else {
                    json.value(value);
                }
            }
            json.endObject().endObject();
        }
        json.endArray().endObject();
    }
}
