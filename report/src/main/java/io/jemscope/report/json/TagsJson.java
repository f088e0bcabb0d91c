package io.jemscope.report.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.report.Tags;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a profile's labels as JSON. */
public final class TagsJson {

    private TagsJson() {}

    /**
     * Writes the labels, all of them.
     *
     * @param tags the labels
     * @param out where to, as UTF-8; not closed
     * @throws IOException where it can't be written
     */
    public static void write(Tags tags, OutputStream out) throws IOException {
        JsonReport report = JsonReport.begin(out, "tags", tags.measure());
        report.figure("total", tags.total());
        JsonWriter json = report.json();
        json.name("tags").beginArray();
        for (Tags.Tag tag : tags.tags()) {
            json.beginObject();
            json.name("key").value(tag.key());
            report.figure("total", tag.total());
            json.name("values").beginArray();
            for (Tags.Value value : tag.values()) {
                json.beginObject();
                json.name("name").value(value.text());
                report.figure("value", value.value());
                json.endObject();
            }
            json.endArray().endObject();
        }
        json.endArray();
        report.end();
    }
}
