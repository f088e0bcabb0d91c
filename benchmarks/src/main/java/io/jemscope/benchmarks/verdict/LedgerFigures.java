package io.jemscope.benchmarks.verdict;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run's memory ledger says, near its end.
 *
 * @param growth how much the row that the program makes grow has grown since a third of the run, as text; empty for a program
 *     without such a row
 * @param remainder the RSS that is in no row, as a share of it; negative if the rows sum up to more
 * @param other the memory that the ledger can't name, as a share of RSS: that in no row, and anonymous memory of unknown owner
 */
record LedgerFigures(String growth, double remainder, double other) {

    /** The targets: how much of RSS may be in no row, and how much without a name. */
    static final double MOST_REMAINDER = 0.03;

    static final double MOST_OTHER = 0.05;

    private static final double BYTES_IN_MIB = 1 << 20;

    /** Reads them from the JSON of {@code jemscope memory --base}. */
    static LedgerFigures of(String json, String row) {
        JsonObject ledger = JsonParser.parseString(json).getAsJsonObject();
        double resident = ledger.get("residentBytes").getAsDouble();
        double remainder = ledger.get("remainderBytes").getAsDouble();
        double other = 0;
        for (JsonElement each : ledger.getAsJsonArray("rows")) {
            JsonObject named = each.getAsJsonObject();
            boolean isOther = named.get("name").getAsString().equals("otherAnonymous");
            other += isOther ? named.get("residentBytes").getAsDouble() : 0;
        }
        String growth = row.isEmpty() ? "" : growth(ledger, row);
        return new LedgerFigures(growth, remainder / resident, (Math.max(0, remainder) + other) / resident);
    }

    /** Whether the rows nearly sum up to RSS. */
    boolean isComplete() {
        return Math.abs(remainder) <= MOST_REMAINDER;
    }

    /** Whether nearly all of RSS has a name. */
    boolean isNamed() {
        return other <= MOST_OTHER;
    }

    /** The growth of a row, of the row of resident memory that grew most, and of all resident memory. */
    private static String growth(JsonObject ledger, String row) {
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
