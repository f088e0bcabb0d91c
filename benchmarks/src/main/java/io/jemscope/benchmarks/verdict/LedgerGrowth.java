package io.jemscope.benchmarks.verdict;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads from the JSON of {@code jemscope memory --base} how much a row grew. */
final class LedgerGrowth {

    private static final double BYTES_IN_MIB = 1 << 20;

    private LedgerGrowth() {}

    /** The growth of a row, of the row of resident memory that grew most, and of all resident memory. */
    static String of(String json, String row) {
        JsonObject ledger = JsonParser.parseString(json).getAsJsonObject();
        Map<String, Double> growth = new TreeMap<>();
        collect(ledger, growth);
        String most = "";
        for (JsonElement each : ledger.getAsJsonArray("rows")) {
            String name = each.getAsJsonObject().get("name").getAsString();
            most = growth.getOrDefault(name, 0.0) > growth.getOrDefault(most, 0.0) || most.isEmpty() ? name : most;
        }
        return String.format(
                Locale.ROOT,
                "%s %+.1f MiB; most of all rows %s %+.1f MiB; RSS %+.1f MiB",
                row,
                growth.getOrDefault(row, Double.NaN) / BYTES_IN_MIB,
                most,
                growth.getOrDefault(most, Double.NaN) / BYTES_IN_MIB,
                growth.getOrDefault("", Double.NaN) / BYTES_IN_MIB);
    }

    private static void collect(JsonObject row, Map<String, Double> growth) {
        JsonElement grown = row.get("growthBytes");
        if (grown != null && !grown.isJsonNull()) {
            growth.put(row.has("name") ? row.get("name").getAsString() : "", grown.getAsDouble());
        }
        for (String list : new String[] {"rows", "of"}) {
            if (row.has(list)) {
                row.getAsJsonArray(list).forEach(each -> collect(each.getAsJsonObject(), growth));
            }
        }
    }
}
