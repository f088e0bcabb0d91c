package io.jemscope.history;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file of statistics. The first describes the process, each of the others is a snapshot:
 *
 * <pre>
 * {"format":"jemscope-history/1","host":"db1","pid":4711,"startedMillis":1790000000000,"program":"com.example.Main"}
 * {"timeMillis":1790000060000,"profile":true,"statistics":{"rss.bytes":104857600}}
 * </pre>
 *
 * Unknown members are skipped: a later version may write them.
 */
final class StatisticsLines {

    private static final String FORMAT = "jemscope-history/1";
    private static final int MOST_TEXT = 4_096;

    /** Up to here a double is exact for whole numbers. */
    private static final double MOST_WHOLE = 1L << 53;

    /** From 1970 to the year 9999. */
    private static final long MOST_MILLIS = 253_402_300_799_999L;

    private StatisticsLines() {}

    static String write(ProcessIdentity process) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.beginObject();
            json.name("format").value(FORMAT);
            json.name("host").value(process.host());
            json.name("pid").value(process.pid());
            json.name("startedMillis").value(process.started().toEpochMilli());
            json.name("program").value(process.program());
            json.endObject();
        }
        return text.append('\n').toString();
    }

    static String write(Snapshot snapshot) throws IOException {
        StringWriter text = new StringWriter(2_048);
        try (JsonWriter json = new JsonWriter(text)) {
            json.beginObject();
            json.name("timeMillis").value(snapshot.time().toEpochMilli());
            json.name("profile").value(snapshot.profiled());
            json.name("statistics").beginObject();
            for (Map.Entry<String, Double> entry : snapshot.statistics().entrySet()) {
                double value = entry.getValue();
                json.name(entry.getKey());
                if (value == Math.rint(value) && Math.abs(value) <= MOST_WHOLE) {
                    json.value((long) value);
                } else {
                    json.value(value);
                }
            }
            json.endObject().endObject();
        }
        return text.append('\n').toString();
    }

    /** The process of a first line; null if it is none. */
    static @Nullable ProcessIdentity process(String line) {
        try (JsonReader json = reader(line)) {
            String format = "";
            String host = "";
            String program = "";
            long pid = -1;
            long started = -1;
            json.beginObject();
            while (json.hasNext()) {
                switch (json.nextName()) {
                    case "format" -> format = json.nextString();
                    case "host" -> host = json.nextString();
                    case "program" -> program = json.nextString();
                    case "pid" -> pid = json.nextLong();
                    case "startedMillis" -> started = json.nextLong();
                    default -> json.skipValue();
                }
            }
            end(json);
            boolean isOne = format.equals(FORMAT)
                    && pid >= 0
                    && isMillis(started)
                    && host.length() <= MOST_TEXT
                    && program.length() <= MOST_TEXT;
            return isOne ? new ProcessIdentity(host, pid, Instant.ofEpochMilli(started), program) : null;
        } catch (IOException | IllegalStateException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The snapshot of another line; null if the line is damaged. */
    static @Nullable Snapshot snapshot(ProcessIdentity process, String line) {
        try (JsonReader json = reader(line)) {
            long time = -1;
            boolean profiled = false;
            SortedMap<String, Double> statistics = null;
            json.beginObject();
            while (json.hasNext()) {
                switch (json.nextName()) {
                    case "timeMillis" -> time = json.nextLong();
                    case "profile" -> profiled = json.nextBoolean();
                    case "statistics" -> statistics = statistics(json);
                    default -> json.skipValue();
                }
            }
            end(json);
            return statistics == null || !isMillis(time)
                    ? null
                    : new Snapshot(process, Instant.ofEpochMilli(time), statistics, profiled);
        } catch (IOException | IllegalStateException | IllegalArgumentException e) {
            return null;
        }
    }

    private static SortedMap<String, Double> statistics(JsonReader json) throws IOException {
        SortedMap<String, Double> statistics = new TreeMap<>();
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            if (json.peek() == JsonToken.NUMBER && statistics.size() < Snapshot.MOST_STATISTICS) {
                statistics.put(name, json.nextDouble());
            } else {
                json.skipValue();
            }
        }
        json.endObject();
        return statistics;
    }

    private static boolean isMillis(long millis) {
        return millis >= 0 && millis <= MOST_MILLIS;
    }

    private static JsonReader reader(String line) {
        JsonReader json = new JsonReader(new StringReader(line));
        json.setStrictness(Strictness.STRICT);
        json.setNestingLimit(16);
        return json;
    }

    private static void end(JsonReader json) throws IOException {
        json.endObject();
        if (json.peek() != JsonToken.END_DOCUMENT) {
            throw new IOException("more behind the object");
        }
    }
}
