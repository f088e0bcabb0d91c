package io.jemscope.cli.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.jemscope.cli.control.Answer;
import io.jemscope.profile.Estimate;
import io.jemscope.report.Callers;
import io.jemscope.report.ChangeText;
import io.jemscope.report.Layout;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import io.jemscope.report.comparison.Comparison;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who holds the memory of a running JVM now, and who has grown since somebody began to look.
 *
 * @param name the JVM
 * @param now when it was looked at
 * @param watched for how long it has been looked at
 * @param state what its agent says
 * @param comparison the profile at the begin and the one of now
 */
public record TopView(String name, Instant now, Duration watched, Answer state, Comparison comparison) {

    /** What rows are ordered by. */
    public enum Order {
        /** What is held now. */
        HELD,
        /** What was added since. */
        GROWN
    }

    /**
     * The table.
     *
     * @param order what rows are ordered by
     * @param rows how many at most
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public String text(Order order, int rows, int columns) {
        StringBuilder text = new StringBuilder(4096);
        Answer jemalloc = state.object("jemalloc");
        Answer memory = state.object("memory");
        text.append(name)
                .append(", ")
                .append(now.truncatedTo(ChronoUnit.SECONDS))
                .append(": resident ");
        text.append(Units.bytes(memory.number("residentBytes"))).append(", allocated ");
        text.append(Units.bytes(memory.number("allocatedBytes")));
        text.append(jemalloc.flag("active") ? ", sampling one in " : ", not sampling");
        if (jemalloc.flag("active")) {
            text.append(Units.bytes(jemalloc.number("rateBytes")));
        }
        text.append('\n');
        ChangeText figures = new ChangeText(comparison.measure(), Layout.WHOLE, true, "");
        Comparison.Row total = comparison.total();
        text.append("held by what was sampled: ")
                .append(figures.value(total.after().value()));
        if (!watched.isZero()) {
            text.append(", ").append(figures.signed(total.change().value())).append(" ± ");
            text.append(figures.range(total.change())).append(" in ").append(Units.span(watched));
            text.append(total.isSignificant() ? "" : ", which is within sampling noise");
        }
        text.append("\n\n");
        List<Comparison.Row> shown = rows(order);
        if (shown.isEmpty()) {
            return text.append(nothing(jemalloc)).toString();
        }
        TextTable table = new TextTable("rrrrrl");
        table.add("held", "±", "share", "grown", "±", "site");
        for (Comparison.Row row : shown.subList(0, Math.min(rows, shown.size()))) {
            table.add(
                    figures.value(row.after().value()),
                    relative(row.after()),
                    Units.percent(row.after().value(), total.after().value()),
                    row.isSignificant() ? figures.signed(row.change().value()) : "·",
                    row.isSignificant() ? figures.range(row.change()) : "",
                    row.site());
            Callers.addTo(table, row.callers());
        }
        table.appendTo(text, "", columns);
        if (shown.size() > rows) {
            text.append("… and ").append(shown.size() - rows).append(" more\n");
        }
        return text.toString();
    }

    private static String relative(Estimate estimate) {
        return Units.ratioPercent(2 * estimate.relativeError());
    }

    private static String nothing(Answer jemalloc) {
        return jemalloc.flag("active")
                ? "nothing yet: no sampled allocation is held\n"
                : "nothing: sampling is off. jemscope activate switches it on, jemscope start for a while\n";
    }

    private List<Comparison.Row> rows(Order order) {
        List<Comparison.Row> sorted = new ArrayList<>();
        for (Comparison.Row row : comparison.rows()) {
            if (row.after().value() > 0 || row.isSignificant()) {
                sorted.add(row);
            }
        }
        Comparator<Comparison.Row> byHeld =
                Comparator.comparingDouble(row -> -row.after().value());
        Comparator<Comparison.Row> byGrown = Comparator.comparingDouble(
                row -> row.isSignificant() ? -row.change().value() : 0);
        sorted.sort(order == Order.HELD ? byHeld : byGrown.thenComparing(byHeld));
        return sorted;
    }

    /**
     * The table as JSON.
     *
     * @param order what rows are ordered by
     * @param rows how many at most
     * @return an object: time, memory, and {@code rows}
     */
    public Answer json(Order order, int rows) {
        JsonObject json = new JsonObject();
        json.addProperty("time", now.toString());
        json.addProperty("watchedSeconds", watched.toMillis() / 1_000.0);
        json.addProperty("active", state.object("jemalloc").flag("active"));
        json.add("memory", state.object("memory").json());
        json.addProperty("heldBytes", comparison.total().after().value());
        json.addProperty("grownBytes", comparison.total().change().value());
        JsonArray array = new JsonArray();
        List<Comparison.Row> shown = rows(order);
        for (Comparison.Row row : shown.subList(0, Math.min(rows, shown.size()))) {
            JsonObject line = new JsonObject();
            line.addProperty("site", row.site());
            line.addProperty("heldBytes", row.after().value());
            line.addProperty("heldBytesStandardError", known(row.after().standardError()));
            line.addProperty("grownBytes", row.change().value());
            line.addProperty("grownBytesStandardError", known(row.change().standardError()));
            line.addProperty("significant", row.isSignificant());
            JsonArray callers = new JsonArray();
            row.callers().forEach(callers::add);
            line.add("callers", callers);
            array.add(line);
        }
        json.add("rows", array);
        return new Answer(json);
    }

    /** JSON has no word for what isn't known but null. */
    private static @Nullable Double known(double figure) {
        return Double.isFinite(figure) ? figure : null;
    }
}
