package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.JavaFrame;
import io.jemscope.report.Holder;
import io.jemscope.report.Holders;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;

/** Writes who holds the memory as JSON. */
public final class HoldersJson {

    private HoldersJson() {}

    /**
     * Writes the holders.
     *
     * @param layout how many, and the least share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Holders holders, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "holders", holders.measure());
        JsonWriter json = report.json();
        json.name("onJvm").value(holders.onJvm());
        report.figure("total", holders.total());
        report.amount("liveBytes", holders.liveBytes());
        report.figure("liveObjects", holders.live().objects());
        report.amount("accumulatedBytes", holders.accumulatedBytes());
        report.figure("accumulatedObjects", holders.accumulated().objects());
        report.figure("mostUnlistedBytes", holders.mostUnseenBytes());
        json.name("holders").beginArray();
        int shown = 0;
        for (Holder holder : holders.holders()) {
            if (shown == layout.rows() || holders.value(holder) < layout.nodeFraction() * holders.total()) {
                break;
            }
            shown++;
            write(report, holder);
        }
        json.endArray();
        json.name("leftOut").value(holders.holders().size() - shown);
        report.end();
    }

    private static void write(JsonReport report, Holder holder) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(holder.name());
        report.amounts(holder.liveBytes(), holder.live(), holder.accumulatedBytes(), holder.accumulated());
        report.texts("callers", holder.callers());
        report.texts("functions", holder.functions());
        json.name("jvm").beginObject();
        report.figure("liveBytes", holder.jvmLive().bytes());
        report.figure("liveObjects", holder.jvmLive().objects());
        report.figure("accumulatedBytes", holder.jvmAccumulated().bytes());
        report.figure("accumulatedObjects", holder.jvmAccumulated().objects());
        json.endObject();
        json.name("java");
        JavaFrame site = holder.site();
        if (site == null) {
            json.nullValue();
        } else {
            json.beginObject();
            json.name("loader").value(site.loader());
            json.name("class").value(site.className());
            json.name("method").value(site.method());
            json.name("file").value(site.source() == null ? null : site.source().file());
            json.name("line");
            if (site.source() == null || site.source().line() == 0) {
                json.nullValue();
            } else {
                json.value(site.source().line());
            }
            json.endObject();
        }
        json.endObject();
    }
}
