package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.json.JsonStream;
import io.jemscope.report.AllocationSite;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;

/** Writes who holds the memory as JSON. */
public final class AllocationSitesJson {

    private AllocationSitesJson() {}

    /**
     * Writes the sites.
     *
     * @param layout how many, and the least share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(AllocationSites sites, TextOptions layout, OutputStream out) throws IOException {
        write(sites, layout, JsonStream.to(out));
    }

    /**
     * Writes the sites as a value of a larger document.
     *
     * @throws IOException where it can't be written
     */
    public static void write(AllocationSites sites, TextOptions layout, JsonWriter json) throws IOException {
        JsonReport report = JsonReport.begin(json, "holders", sites.measure());
        json.name("onJvm").value(sites.onJvm());
        report.figure("total", sites.total());
        report.amount("liveBytes", sites.liveBytes());
        report.figure("liveObjects", sites.live().objects());
        report.amount("accumulatedBytes", sites.accumulatedBytes());
        report.figure("accumulatedObjects", sites.accumulated().objects());
        report.figure("mostUnlistedBytes", sites.mostUnseenBytes());
        json.name("holders").beginArray();
        int shown = 0;
        for (AllocationSite site : sites.sites()) {
            if (shown == layout.rows() || sites.value(site) < layout.nodeFraction() * sites.total()) {
                break;
            }
            shown++;
            write(report, site);
        }
        json.endArray();
        json.name("leftOut").value(sites.sites().size() - shown);
        report.end();
    }

    private static void write(JsonReport report, AllocationSite site) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(site.name());
        report.amounts(site.liveBytes(), site.live(), site.accumulatedBytes(), site.accumulated());
        report.texts("callers", site.callers());
        report.texts("functions", site.functions());
        json.name("jvm").beginObject();
        report.figure("liveBytes", site.jvmLive().bytes());
        report.figure("liveObjects", site.jvmLive().objects());
        report.figure("accumulatedBytes", site.jvmAccumulated().bytes());
        report.figure("accumulatedObjects", site.jvmAccumulated().objects());
        json.endObject();
        json.name("java");
        JavaFrame frame = site.frame();
        if (frame == null) {
            json.nullValue();
        } else {
            json.beginObject();
            json.name("loader").value(frame.loader());
            json.name("class").value(frame.className());
            json.name("method").value(frame.method());
            json.name("file")
                    .value(frame.source() == null ? null : frame.source().file());
            json.name("line");
            if (frame.source() == null || frame.source().line() == 0) {
                json.nullValue();
            } else {
                json.value(frame.source().line());
            }
            json.endObject();
        }
        json.endObject();
    }
}
