package io.jemscope.benchmarks.statistics;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads from reports' JSON what the table is about. */
final class Figures {

    /** A line that is not listed may hold so many samples' worth, as reports say. */
    private static final double UNLISTED_SAMPLES = 3;

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
            if (amounts.has("liveBytesLow")) {
                return new Range(
                        amounts.get("liveBytesLow").getAsDouble(),
                        amounts.get("liveBytesHigh").getAsDouble());
            }
            double value = amounts.get("liveBytes").getAsDouble();
            double error = amounts.get("liveBytesStandardError").getAsDouble();
            return new Range(value - 2 * error, value + 2 * error);
        }

        boolean contains(double truth) {
            return truth >= low - PRINTED * truth && truth <= high + PRINTED * truth;
        }
    }

    /** The range of each line in a report, by the line's name. */
    static Map<String, Range> ranges(JsonObject report) {
        Map<String, Range> ranges = new HashMap<>();
        for (JsonElement element : report.getAsJsonArray("holders")) {
            JsonObject holder = element.getAsJsonObject();
            ranges.put(holder.get("name").getAsString(), Range.of(holder));
        }
        return ranges;
    }

    /** What a report says of a line: its range, or that of a line which is not listed. */
    static Range range(Map<String, Range> ranges, int site, long rateBytes) {
        return ranges.getOrDefault(SimulatedHeap.name(site), new Range(0, UNLISTED_SAMPLES * rateBytes));
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
