package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.target.Target;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The memory ledger of a running JVM as a table, with a column of growth if {@link LedgerGrowth} has added it. */
public final class MemoryText {

    /** Sentences are no wider than this. */
    private static final int MOST_COLUMNS = 100;

    private static final String PART = "  ";

    private MemoryText() {}

    /**
     * Prints it.
     *
     * @param memory the agent's answer
     * @param target the JVM
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public static String print(Answer memory, Target target, int columns) {
        StringBuilder text = new StringBuilder();
        head(memory, target).appendWrapped(text, "", columns);
        text.append('\n');
        Map<String, String> notes = new LinkedHashMap<>();
        rows(memory, notes).appendWrapped(text, "", columns);
        if (!memory.flag("complete")) {
            notes.put(
                    "There are too many mappings to read them all: what wasn't read is in the remainder.", "mappings");
        }
        if (!notes.isEmpty()) {
            TextTable table = new TextTable("ll");
            for (Map.Entry<String, String> note : notes.entrySet()) {
                table.add(note.getValue(), note.getKey().replace(" PID", " " + target.word()));
            }
            text.append('\n');
            table.appendWrapped(text, "", Math.min(MOST_COLUMNS, columns));
        }
        return text.toString();
    }

    private static TextTable head(Answer memory, Target target) {
        TextTable table = new TextTable("ll");
        table.add("process", target.name());
        if (hasGrowth(memory)) {
            table.add("growth", growth(memory, LedgerGrowth.GROWTH) + since(memory));
        }
        table.add("container", container(memory.object("container")));
        table.add(
                "RSS",
                Units.bytes(memory.number("residentBytes")) + ", at most "
                        + Units.bytes(memory.number("peakResidentBytes")) + " so far; shared pages by share (PSS) "
                        + Units.bytes(memory.number("proportionalBytes")));
        if (memory.number("swappedBytes") > 0) {
            table.add("swapped", Units.bytes(memory.number("swappedBytes")) + ", not in RSS");
        }
        if (memory.number("hugetlbBytes") > 0) {
            table.add("huge pages", Units.bytes(memory.number("hugetlbBytes")) + " reserved ones, not in RSS");
        }
        if (memory.number("retainedBytes") > 0) {
            table.add(
                    "retained",
                    Units.bytes(memory.number("retainedBytes")) + " of address space by jemalloc, no memory");
        }
        return table;
    }

    private static boolean hasGrowth(Answer memory) {
        return memory.has(LedgerGrowth.GROWTH);
    }

    private static String growth(Answer row, String name) {
        long bytes = row.number(name);
        return !row.has(name) ? "" : bytes > 0 ? "+" + Units.bytes(bytes) : Units.bytes(bytes);
    }

    private static String since(Answer memory) {
        Optional<Instant> from = memory.text(LedgerGrowth.BASE_TIME).flatMap(MemoryText::instant);
        Optional<Instant> to = memory.text("time").flatMap(MemoryText::instant);
        return from.isEmpty() || to.isEmpty()
                ? " of RSS"
                : " of RSS in " + Units.span(Duration.between(from.get(), to.get())) + ", since " + from.get();
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String container(Answer container) {
        if (!container.has("usedBytes")) {
            return "not known: " + container.shown("why");
        }
        long used = container.number("usedBytes");
        long cache = container.number("inactiveFileBytes");
        String rest = "; without the page cache that goes first " + Units.bytes(Math.max(0, used - cache));
        if (container.has("highBytes")) {
            rest = "; held up from " + Units.bytes(container.number("highBytes")) + " on" + rest;
        }
        if (!container.has("limitBytes")) {
            return Units.bytes(used) + ", no limit" + rest;
        }
        long limit = container.number("limitBytes");
        return Units.bytes(used) + " of " + Units.bytes(limit) + " (" + Units.percent(used, limit) + ")" + rest;
    }

    private static TextTable rows(Answer memory, Map<String, String> notes) {
        long all = memory.number("residentBytes");
        boolean hasGrowth = hasGrowth(memory);
        String order = hasGrowth ? LedgerGrowth.GROWTH : "residentBytes";
        List<Answer> rows = new ArrayList<>(memory.list("rows"));
        rows.sort((one, other) -> Long.compare(Math.abs(other.number(order)), Math.abs(one.number(order))));
        TextTable table = hasGrowth ? new TextTable("rrrrll").dropping(4) : new TextTable("rrrll").dropping(3);
        add(table, hasGrowth, "GROWTH", "RESIDENT", "SHARE", "COUNTED", "", "WHAT");
        for (Answer row : rows) {
            add(table, hasGrowth, row, "", all, notes);
        }
        long remainder = memory.number("remainderBytes");
        String ofRemainder = growth(memory, LedgerGrowth.REMAINDER_GROWTH);
        add(table, hasGrowth, ofRemainder, Units.bytes(remainder), Units.percent(remainder, all), "", "", "remainder");
        String ofAll = growth(memory, LedgerGrowth.GROWTH);
        add(table, hasGrowth, ofAll, Units.bytes(all), Units.percent(all, all), "", "", "RSS");
        return table;
    }

    /** Adds a line; its first cell is the growth, which a table may lack. */
    private static void add(TextTable table, boolean hasGrowth, String... cells) {
        table.add(hasGrowth ? cells : Arrays.copyOfRange(cells, 1, cells.length));
    }

    private static void add(
            TextTable table, boolean hasGrowth, Answer row, String indent, long all, Map<String, String> notes) {
        if (isEmpty(row)) {
            return;
        }
        boolean isKnown = row.has("residentBytes");
        long resident = row.number("residentBytes");
        String name = RowName.of(row.shown("name"));
        boolean isAddend = indent.isEmpty();
        add(
                table,
                hasGrowth,
                growth(row, LedgerGrowth.GROWTH),
                isKnown ? bound(row.shown("bound")) + Units.bytes(resident) : isAddend ? "?" : "",
                isKnown && isAddend ? Units.percent(resident, all) : "",
                row.has("countedBytes") ? Units.bytes(row.number("countedBytes")) : "",
                row.text("countedAs").map(RowName::ofCounted).orElse(""),
                indent + name + (row.has("count") ? " (" + Units.count(row.number("count")) + ")" : "") + beside(row));
        row.text("note").ifPresent(note -> notes.merge(note, name, (one, other) -> one + ", " + other));
        for (Answer part : row.list("of")) {
            add(table, hasGrowth, part, indent + PART, all, notes);
        }
    }

    /** What there is nothing of, and nothing to say about, isn't shown. */
    private static boolean isEmpty(Answer row) {
        return row.number("residentBytes") == 0
                && row.number("mostBytes") == 0
                && row.number("swappedBytes") == 0
                && row.number("hugetlbBytes") == 0
                && row.number("countedBytes") == 0
                && row.number(LedgerGrowth.GROWTH) == 0
                && !row.has("note")
                && row.list("of").stream().allMatch(MemoryText::isEmpty);
    }

    private static String beside(Answer row) {
        StringBuilder text = new StringBuilder();
        if (row.has("mostBytes")) {
            text.append(", ").append(Units.bytes(row.number("mostBytes"))).append(" at most");
        }
        if (row.number("hugetlbBytes") > 0) {
            text.append("; ").append(Units.bytes(row.number("hugetlbBytes"))).append(" in reserved huge pages");
        }
        if (row.number("swappedBytes") > 0) {
            text.append("; ").append(Units.bytes(row.number("swappedBytes"))).append(" swapped out");
        }
        return text.toString();
    }

    private static String bound(String word) {
        return switch (word) {
            case "most" -> "≤ ";
            case "least" -> "≥ ";
            default -> "";
        };
    }
}
