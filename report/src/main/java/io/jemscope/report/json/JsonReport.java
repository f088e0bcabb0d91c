package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.json.JsonStream;
import io.jemscope.report.Grouping;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** What all reports have in common as JSON: the head, and how figures are written. */
final class JsonReport {

    /** Beyond these, digits say more of the machine's arithmetic than of the profile. */
    private static final MathContext SIX_DIGITS = new MathContext(6);

    private final JsonWriter json;

    private JsonReport(JsonWriter json) {
        this.json = json;
    }

    /** Begins a report. */
    static JsonReport begin(OutputStream out, String report, SampleType measure) throws IOException {
        return begin(JsonStream.to(out), report, measure);
    }

    /** Begins a report as a value of a larger document. */
    static JsonReport begin(JsonWriter json, String report, SampleType measure) throws IOException {
        JsonReport begun = new JsonReport(json);
        begun.json.beginObject();
        begun.json.name("report").value(report);
        begun.json.name("measure").value(name(measure));
        begun.json.name("unit").value(measure.unit());
        return begun;
    }

    private static String name(SampleType measure) {
        return switch (measure) {
            case LIVE_BYTES -> "liveBytes";
            case LIVE_OBJECTS -> "liveObjects";
            case ACCUMULATED_BYTES -> "accumulatedBytes";
            case ACCUMULATED_OBJECTS -> "accumulatedObjects";
        };
    }

    /** Ends the report; the stream stays open. */
    void end() throws IOException {
        json.endObject();
        json.flush();
    }

    JsonWriter json() {
        return json;
    }

    void groupedBy(Grouping grouping) throws IOException {
        json.name("groupedBy").value(grouping.name().toLowerCase(Locale.ROOT));
    }

    /** What a row is, and whether a stack counts for every row on it. */
    void groupedBy(SiteGrouping sites) throws IOException {
        Grouping grouping = sites.grouping();
        if (grouping == null) {
            json.name("groupedBy").value("site");
        } else {
            groupedBy(grouping);
        }
        json.name("cumulative").value(!sites.addUp());
    }

    /** A figure and its standard error. */
    void estimate(String name, Estimate estimate) throws IOException {
        figure(name, estimate.value());
        figure(name + "StandardError", estimate.standardError());
    }

    /** A figure, its standard error, and the ends of its 95 % range. */
    void amount(String name, Estimate estimate) throws IOException {
        estimate(name, estimate);
        figure(name + "Low", estimate.low());
        figure(name + "High", estimate.high());
    }

    /** A change, its standard error, and the ends of its 95 % range. */
    void change(String name, Difference change) throws IOException {
        figure(name, change.value());
        figure(name + "StandardError", change.standardError());
        figure(name + "Low", change.low());
        figure(name + "High", change.high());
    }

    /** A figure without a unit, with six digits that count; null where it isn't known. */
    void ratio(String name, double ratio) throws IOException {
        json.name(name);
        if (Double.isNaN(ratio)) {
            json.nullValue();
        } else {
            json.value(new BigDecimal(ratio).round(SIX_DIGITS).doubleValue());
        }
    }

    /** A text; null where it isn't known. */
    void text(String name, String text) throws IOException {
        json.name(name).value(text.isEmpty() ? null : text);
    }

    /** A figure, rounded to a whole one; null where it isn't known. */
    void figure(String name, double figure) throws IOException {
        json.name(name);
        if (Double.isNaN(figure)) {
            json.nullValue();
        } else {
            json.value(Math.round(figure));
        }
    }

    /** All of it; and what shares are of where that is something else. */
    void total(double total, TextOptions layout) throws IOException {
        figure("total", total);
        if (layout.whole().isPresent()) {
            figure("whole", layout.whole().getAsDouble());
        }
    }

    /** What is held and what was ever asked for, with the errors of the bytes. */
    void amounts(Estimate liveBytes, Amount live, Estimate accumulatedBytes, Amount accumulated) throws IOException {
        amount("liveBytes", liveBytes);
        figure("liveObjects", live.objects());
        amount("accumulatedBytes", accumulatedBytes);
        figure("accumulatedObjects", accumulated.objects());
    }

    void texts(String name, List<String> texts) throws IOException {
        json.name(name).beginArray();
        for (String text : texts) {
            json.value(text);
        }
        json.endArray();
    }
}
