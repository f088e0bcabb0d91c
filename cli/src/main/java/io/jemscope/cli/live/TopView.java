package io.jemscope.cli.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.control.ResidentText;
import io.jemscope.cli.target.Target;
import io.jemscope.report.Callers;
import io.jemscope.report.ChangeText;
import io.jemscope.report.RangeText;
import io.jemscope.report.TextOptions;
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
 * @param target the JVM
 * @param now when it was looked at
 * @param watched for how long it has been looked at
 * @param state what its agent says
 * @param comparison the profile at the begin and the one of now
 */
public record TopView(Target target, Instant now, Duration watched, Answer state, Comparison comparison) {

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
        StringBuilder text = heading(columns);
        List<Comparison.Row> sorted = rows(order);
        if (sorted.isEmpty()) {
            return text.append(nothing()).toString();
        }
        int shown = Math.min(rows, sorted.size());
        table(sorted.subList(0, shown)).appendTo(text, "", columns);
        rest(text, sorted.size() - shown);
        return text.toString();
    }

    /**
     * The table as it fills a terminal, with the keys in its last line.
     *
     * @param order what rows are ordered by
     * @param rows how many at most; fewer where no more fit
     * @param lines how many lines there are
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public String screen(Order order, int rows, int lines, int columns) {
        // A row takes at least one line: more rows than lines never fit.
        int shown =
                Math.min(rows, Math.min(Math.max(1, lines), comparison.rows().size()));
        while (true) {
            String text = text(order, shown, columns);
            // A blank line and the keys.
            if (shown <= 1 || text.lines().count() + 2 <= lines) {
                return text + "\n" + keys(order) + "\n";
            }
            shown--;
        }
    }

    private static String keys(Order order) {
        return order == Order.HELD ? "ordered by held; g: by grown, q: quit" : "ordered by grown; h: by held, q: quit";
    }

    private StringBuilder heading(int columns) {
        TextTable sentences = new TextTable("l");
        sentences.add(target.name() + ", " + now.truncatedTo(ChronoUnit.SECONDS));
        long rss = state.number("rssBytes");
        long malloc = ResidentText.mallocBytes(state);
        Answer jemalloc = state.object("jemalloc");
        String sizes = ResidentText.sizes(rss, malloc);
        sentences.add((sizes.isEmpty() ? "" : sizes + "; ")
                + (jemalloc.flag("active")
                        ? "one sample per " + Units.bytes(jemalloc.number("rateBytes"))
                        : "not sampling"));
        String elsewhere = ResidentText.elsewhere(rss, malloc, target.word());
        if (!elsewhere.isEmpty()) {
            sentences.add(elsewhere);
        }
        sentences.add(held());
        StringBuilder text = new StringBuilder(4096);
        sentences.appendWrapped(text, "", columns);
        return text.append('\n');
    }

    private String held() {
        ChangeText figures = figures();
        Comparison.Row total = comparison.total();
        String held = "held by what was sampled: " + figures.value(total.after().value());
        if (watched.isZero()) {
            return held;
        }
        return held + ", " + figures.signed(total.change().value()) + " (" + figures.range(total.change()) + ") in "
                + Units.span(watched) + (total.isSignificant() ? "" : ", which is within sampling noise");
    }

    private TextTable table(List<Comparison.Row> shown) {
        ChangeText figures = figures();
        Comparison.Row total = comparison.total();
        TextTable table = new TextTable("rrrrrl").dropping(2, 4, 1);
        table.add("held", "95 % range", "share", "grown", "95 % range", "site");
        for (Comparison.Row row : shown) {
            table.add(
                    figures.value(row.after().value()),
                    RangeText.of(row.after()),
                    Units.percent(row.after().value(), total.after().value()),
                    row.isSignificant() ? figures.signed(row.change().value()) : "·",
                    row.isSignificant() ? figures.range(row.change()) : "",
                    row.site());
            Callers.addTo(table, row.callers());
        }
        return table;
    }

    private static void rest(StringBuilder text, int rest) {
        if (rest > 0) {
            text.append("… and ").append(rest).append(" more\n");
        }
    }

    private ChangeText figures() {
        return new ChangeText(comparison.sampleType(), TextOptions.WHOLE, true, "");
    }

    private String nothing() {
        return state.object("jemalloc").flag("active")
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
        json.add("rssBytes", state.json().get("rssBytes"));
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
            line.addProperty("heldBytesLow", known(row.after().low()));
            line.addProperty("heldBytesHigh", known(row.after().high()));
            line.addProperty("grownBytes", row.change().value());
            line.addProperty("grownBytesStandardError", known(row.change().standardError()));
            line.addProperty("grownBytesLow", known(row.change().low()));
            line.addProperty("grownBytesHigh", known(row.change().high()));
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
