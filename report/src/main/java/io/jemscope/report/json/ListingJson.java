package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.Excerpt;
import io.jemscope.report.Listing;
import io.jemscope.report.Sources;
import io.jemscope.report.TextOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes functions line by line as JSON. */
public final class ListingJson {

    /** How much source is written at most, in characters: gzipped about a quarter of a megabyte. */
    private static final int MOST_SOURCE = 1 << 20;

    private ListingJson() {}

    /**
     * Writes the functions without their source.
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
            begin(report, routine);
            for (Listing.Line line : routine.lines()) {
                begin(report, line);
                json.endObject();
            }
            json.endArray().endObject();
        }
        json.endArray();
        json.name("leftOut").value(listing.routines().size() - shown.size());
        report.end();
    }

    /**
     * Writes the functions whose source is at hand, with it, as a value of a larger document: the lines that have figures, and some
     * around them. The greatest come first; those beyond a megabyte of source are left out.
     *
     * @throws IOException where it can't be written
     */
    public static void writeSource(Listing listing, Sources sources, JsonWriter json) throws IOException {
        JsonReport report = JsonReport.begin(json, "list", listing.measure());
        json.name("pattern").value(listing.pattern());
        report.figure("total", listing.total());
        json.name("functions").beginArray();
        // Many functions stand in one file.
        Map<String, Optional<List<String>>> read = new HashMap<>();
        Sources once = path -> read.computeIfAbsent(path, any -> Optional.ofNullable(sources.lines(path)))
                .orElse(null);
        int withoutSource = 0;
        int leftOut = 0;
        long written = 0;
        for (Listing.Routine routine : listing.routines()) {
            Excerpt excerpt = Excerpt.of(routine, once);
            long length = excerpt.rows().stream()
                    .mapToLong(row -> row.text().length())
                    .sum();
            if (excerpt.remark() != null) {
                withoutSource++;
            } else if (written + length > MOST_SOURCE) {
                leftOut++;
            } else {
                written += length;
                begin(report, routine);
                write(report, excerpt);
                json.endArray().endObject();
            }
        }
        json.endArray();
        json.name("withoutSource").value(withoutSource);
        json.name("leftOut").value(leftOut);
        report.end();
    }

    private static void write(JsonReport report, Excerpt excerpt) throws IOException {
        for (Excerpt.Row row : excerpt.rows()) {
            if (!row.isGap()) {
                Listing.Line figures = row.figures();
                begin(report, figures == null ? new Listing.Line(row.number(), 0, 0) : figures);
                report.json().name("text").value(row.text());
                report.json().endObject();
            }
        }
    }

    /** Begins a function, up to its lines. */
    private static void begin(JsonReport report, Listing.Routine routine) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("name").value(routine.name());
        json.name("file").value(routine.file());
        report.figure("flat", routine.flat());
        report.figure("cumulative", routine.cumulative());
        json.name("lines").beginArray();
    }

    /** Begins a line, up to its figures. */
    private static void begin(JsonReport report, Listing.Line line) throws IOException {
        JsonWriter json = report.json();
        json.beginObject();
        json.name("line").value(line.number() == 0 ? null : Integer.valueOf(line.number()));
        report.figure("flat", line.flat());
        report.figure("cumulative", line.cumulative());
    }
}
