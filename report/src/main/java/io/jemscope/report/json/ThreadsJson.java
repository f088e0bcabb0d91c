package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Threads;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a profile by threads as JSON. */
public final class ThreadsJson {

    private ThreadsJson() {}

    /**
     * Writes the threads.
     *
     * @param layout how many, and the least share of one
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Threads threads, TextOptions layout, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "threads", threads.measure());
        double total = threads.measure().of(threads.live(), threads.accumulated());
        report.figure("total", total);
        JsonWriter json = report.json();
        json.name("threads").beginArray();
        int shown = 0;
        for (Threads.Row row : threads.rows()) {
            double value = threads.measure().of(row.live(), row.accumulated());
            if (shown == layout.rows() || value < layout.nodeFraction() * total) {
                break;
            }
            shown++;
            json.beginObject();
            json.name("name").value(row.name());
            report.amounts(row.liveBytes(), row.live(), row.accumulatedBytes(), row.accumulated());
            json.endObject();
        }
        json.endArray();
        json.name("leftOut").value(threads.rows().size() - shown);
        report.end();
    }
}
