package io.jemscope.benchmarks.statistics;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads from reports' JSON what the table is about. */
final class Figures {

    /** A printed figure has four digits. */
    private static final double PRINTED = 5e-5;

    private Figures() {}

    /**
     * A printed range.
     *
     * @param low from here
     * @param high to here, in bytes
     */
    record Range(double low, double high) {

        static Range of(JsonObject amounts) {
            return new Range(
                    amounts.get("liveBytesLow").getAsDouble(),
                    amounts.get("liveBytesHigh").getAsDouble());
        }

        boolean contains(double truth) {
            return truth >= low - PRINTED * truth && truth <= high + PRINTED * truth;
        }
    }

    /**
     * What a report says of its lines.
     *
     * @param listed the range of each line that is listed, by its name
     * @param unlisted the range of any other line
     */
    record Ranges(Map<String, Range> listed, Range unlisted) {

        static Ranges of(JsonObject report) {
            Map<String, Range> listed = new HashMap<>();
            for (JsonElement element : report.getAsJsonArray("holders")) {
                JsonObject site = element.getAsJsonObject();
                listed.put(site.get("name").getAsString(), Range.of(site));
            }
            return new Ranges(
                    listed, new Range(0, report.get("mostUnlistedBytes").getAsDouble()));
        }

        Range of(int site) {
            return listed.getOrDefault(SimulatedHeap.name(site), unlisted);
        }
    }

    /** The lines that a comparison shows as changed. */
    static List<String> changed(JsonObject diff) {
        List<String> changed = new ArrayList<>();
        for (JsonElement element : diff.getAsJsonArray("rows")) {
            if (element.getAsJsonObject().get("significant").getAsBoolean()) {
                changed.add(element.getAsJsonObject().get("name").getAsString());
            }
        }
        return changed;
    }

    /** The lines that a trend shows as rising. */
    static List<String> rising(JsonObject trend) {
        List<String> rising = new ArrayList<>();
        for (JsonElement run : trend.getAsJsonArray("runs")) {
            for (JsonElement element : run.getAsJsonObject().getAsJsonArray("rows")) {
                if (element.getAsJsonObject().get("course").getAsString().equals("rising")) {
                    rising.add(element.getAsJsonObject().get("name").getAsString());
                }
            }
        }
        return rising;
    }
}
