package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.Listing;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes functions line by line as JSON, without their source. */
public final class ListingJson {

    private ListingJson() {}

    /**
     * Writes the functions.
     *
     * @param listing the functions
     * @param layout how many, and the least cumulative share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Listing listing, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "list", listing.measure());
        JsonWriter json = report.json();
        json.name("pattern").value(listing.pattern());
        report.total(listing.total(), layout);
        json.name("functions").beginArray();
        List<Listing.Routine> shown = listing.shown(layout);
        for (Listing.Routine routine : shown) {
            json.beginObject();
            json.name("name").value(routine.name());
            json.name("file").value(routine.file());
            report.figure("flat", routine.flat());
            report.figure("cumulative", routine.cumulative());
            json.name("lines").beginArray();
            for (Listing.Line line : routine.lines()) {
                json.beginObject();
                json.name("line");
                if (line.number() == 0) {
                    json.nullValue();
                } else {
                    json.value(line.number());
                }
                report.figure("flat", line.flat());
                report.figure("cumulative", line.cumulative());
                json.endObject();
            }
            json.endArray().endObject();
        }
        json.endArray();
        json.name("leftOut").value(listing.routines().size() - shown.size());
        report.end();
    }
}
