package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.json.JsonStream;
import io.jemscope.report.verdict.Finding;
import io.jemscope.report.verdict.MemoryLook;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.SiteVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Writes the verdicts on sites as JSON: every site, with what its verdict rests on. */
public final class VerdictJson {

    private VerdictJson() {}

    /**
     * Writes the verdicts.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(List<SiteVerdicts> runs, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(JsonStream.to(out), "verdict", SampleType.LIVE_BYTES);
        write(runs, report);
        report.end();
    }

    /**
     * Writes the verdict on a process.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(ProcessVerdict verdict, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(JsonStream.to(out), "why", SampleType.LIVE_BYTES);
        JsonWriter json = report.json();
        json.name("time").value(verdict.now().time().toString());
        MemoryLook base = verdict.base();
        json.name("baseTime").value(base == null ? null : base.time().toString());
        figure(json, "residentBytes", verdict.now().figure(MemoryLook.RESIDENT));
        figure(json, "containerUsedBytes", verdict.now().figure(MemoryLook.USED));
        figure(json, "containerLimitBytes", verdict.now().figure(MemoryLook.LIMIT));
        ProcessVerdict.UntilLimit until = verdict.untilLimit();
        Duration latest = until == null ? null : until.latest();
        json.name("secondsUntilLimit").value(until == null ? null : (Double) seconds(until.expected()));
        json.name("earliestSecondsUntilLimit").value(until == null ? null : (Double) seconds(until.earliest()));
        json.name("latestSecondsUntilLimit").value(latest == null ? null : (Double) seconds(latest));
        json.name("findings").beginArray();
        for (Finding finding : verdict.findings()) {
            json.beginObject();
            json.name("kind").value(finding.kind().word());
            report.figure("bytes", finding.bytes());
            report.figure("perHour", finding.perHour());
            json.name("evidence").value(finding.evidence());
            json.name("next").value(finding.kind().advice());
            json.endObject();
        }
        json.endArray();
        SiteVerdicts sites = verdict.sites();
        write(sites == null ? List.of() : List.of(sites), report);
        report.end();
    }

    private static void write(List<SiteVerdicts> runs, JsonReport report) throws IOException {
        JsonWriter json = report.json();
        json.name("runs").beginArray();
        for (SiteVerdicts run : runs) {
            json.beginObject();
            report.text("pid", run.run().pid());
            report.text("host", run.run().host());
            report.text("main", run.run().main());
            json.name("times").beginArray();
            for (Instant time : run.times()) {
                json.value(time.toString());
            }
            json.endArray();
            json.name("sites").beginArray();
            for (SiteVerdict site : run.sites()) {
                write(site, report);
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
    }

    private static void write(SiteVerdict site, JsonReport report) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(site.site());
        json.name("verdict").value(word(site.kind()));
        json.name("why").value(site.why());
        json.name("evidence").value(word(site.evidence()));
        report.amount("live", site.live());
        report.estimate("perHour", site.perHour());
        json.name("spanSeconds").value(seconds(site.span()));
        json.name("watchedSeconds").value(seconds(site.horizon()));
        json.name("secondsUntilMore").value(seconds(site.until()));
        json.name("freedByCleaner").value(site.cleaned());
        json.name("callers").beginArray();
        for (String caller : site.callers()) {
            json.value(caller);
        }
        json.endArray();
        json.endObject();
    }

    private static void figure(JsonWriter json, String name, OptionalLong figure) throws IOException {
        json.name(name).value(figure.isPresent() ? (Long) figure.getAsLong() : null);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
