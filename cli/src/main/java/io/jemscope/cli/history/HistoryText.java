package io.jemscope.cli.history;

import io.jemscope.cli.history.StoredHistory.Life;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Snapshot;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import io.jemscope.report.trend.Sparkline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A history for people: the snapshots of each process, and what has grown between the first and the last. */
public final class HistoryText {

    private static final String ALLOCATED = "jemalloc.allocated.bytes";

    private static final int BARS = 24;
    private static final String BYTES = ".bytes";
    private static final String COUNT = ".count";
    private static final double HOUR_MILLIS = 3_600_000;

    private final StringBuilder out = new StringBuilder(4_096);
    private final int rows;
    private final int columns;
    private final Sparkline sparkline;

    private HistoryText(int rows, int columns, Sparkline sparkline) {
        this.rows = rows;
        this.columns = columns;
        this.sparkline = sparkline;
    }

    /**
     * Prints a history.
     *
     * @param rows how many lines a table has; 0 for all
     * @param columns how wide a line should be at most
     */
    public static String print(StoredHistory history, int rows, int columns, Sparkline sparkline) {
        HistoryText text = new HistoryText(rows, columns, sparkline);
        text.out.append("History in ").append(history.folder()).append(" (times in UTC)\n\n");
        for (Life life : history.lives()) {
            text.append(life);
        }
        return text.out.toString();
    }

    private void append(Life life) {
        ProcessIdentity process = life.process();
        long profiles = life.snapshots().stream().filter(Snapshot::profiled).count();
        out.append(process.program().isEmpty() ? "a program" : process.program())
                .append(", process ")
                .append(process.pid());
        if (!process.host().isEmpty()) {
            out.append(" on ").append(process.host());
        }
        out.append(", started ").append(shown(process.started())).append(": ");
        out.append(life.snapshots().size()).append(life.snapshots().size() == 1 ? " snapshot" : " snapshots");
        out.append(" over ")
                .append(Units.span(
                        Duration.between(life.first().time(), life.last().time())));
        out.append(", ").append(profiles).append(" with a profile\n\n");
        appendSnapshots(life.snapshots());
        appendGrowth(life);
    }

    private void appendSnapshots(List<Snapshot> all) {
        List<Snapshot> shown = evenly(all, rows);
        TextTable table = new TextTable("lrrrrl").dropping(4, 3);
        table.add("TIME", "RSS", "ALLOCATED", "JAVA HEAP", "CONTAINER", "PROFILE");
        for (Snapshot snapshot : shown) {
            table.add(
                    shown(snapshot.time()),
                    bytes(snapshot, "rss.bytes"),
                    bytes(
                            snapshot,
                            snapshot.statistics().containsKey(ALLOCATED) ? ALLOCATED : "ledger.glibcAllocated.bytes"),
                    bytes(snapshot, "heap.used.bytes"),
                    bytes(snapshot, "container.used.bytes"),
                    snapshot.profiled() ? "yes" : "-");
        }
        table.appendTo(out, "  ", columns);
        if (shown.size() < all.size()) {
            out.append("  (")
                    .append(shown.size())
                    .append(" of ")
                    .append(all.size())
                    .append("; --rows 0 prints all)\n");
        }
        out.append('\n');
    }

    /** A figure at its first and last snapshot, and its course. */
    private record Growth(String name, double first, double last, double anHour, String course) {

        double change() {
            return last - first;
        }
    }

    private void appendGrowth(Life life) {
        List<Growth> grown = new ArrayList<>();
        SortedSet<String> names = new TreeSet<>();
        life.snapshots().forEach(snapshot -> names.addAll(snapshot.statistics().keySet()));
        for (String name : names) {
            Growth growth = growth(name, life.snapshots());
            if (growth.change() != 0) {
                grown.add(growth);
            }
        }
        if (grown.isEmpty()) {
            out.append(life.snapshots().size() == 1 ? "" : "No statistic has changed.\n\n");
            return;
        }
        // Bytes first, the largest change first.
        grown.sort(Comparator.comparingInt((Growth one) -> rank(one.name()))
                .thenComparing(Comparator.comparingDouble(one -> -Math.abs(one.change()))));
        TextTable table = new TextTable("rrrrll").dropping(0, 3);
        table.add("FIRST", "LAST", "CHANGE", "AN HOUR", "COURSE", "STATISTIC");
        int most = rows == 0 ? grown.size() : Math.min(rows, grown.size());
        for (Growth growth : grown.subList(0, most)) {
            table.add(
                    figure(growth.name(), growth.first()),
                    figure(growth.name(), growth.last()),
                    signed(growth.name(), growth.change()),
                    signed(growth.name(), growth.anHour()),
                    growth.course(),
                    growth.name());
        }
        table.appendTo(out, "  ", columns);
        if (most < grown.size()) {
            out.append("  (").append(grown.size() - most).append(" more have changed; --rows 0 prints all)\n");
        }
        out.append('\n');
    }

    private Growth growth(String name, List<Snapshot> snapshots) {
        List<Instant> times = new ArrayList<>();
        List<Double> figures = new ArrayList<>();
        for (Snapshot snapshot : snapshots) {
            Double figure = snapshot.statistics().get(name);
            if (figure != null) {
                times.add(snapshot.time());
                figures.add(figure);
            }
        }
        double first = figures.get(0);
        double last = figures.get(figures.size() - 1);
        double millis = ChronoUnit.MILLIS.between(times.get(0), times.get(times.size() - 1));
        double anHour = millis == 0 ? 0 : (last - first) * HOUR_MILLIS / millis;
        figures.replaceAll(figure -> Math.max(0, figure));
        return new Growth(name, first, last, anHour, sparkline.of(times, figures, BARS));
    }

    private static int rank(String name) {
        return name.endsWith(BYTES) ? 0 : name.endsWith(COUNT) ? 1 : 2;
    }

    private static String figure(String name, double value) {
        return name.endsWith(BYTES) ? Units.bytes(value) : (value < 0 ? "-" : "") + Units.count(Math.abs(value));
    }

    private static String signed(String name, double value) {
        return (value > 0 ? "+" : "") + figure(name, value);
    }

    private static String bytes(Snapshot snapshot, String name) {
        Double value = snapshot.statistics().get(name);
        return value == null ? "-" : Units.bytes(value);
    }

    private static String shown(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", "");
    }

    /** So many of them, with the first and the last. */
    public static <T> List<T> evenly(List<T> all, int most) {
        if (most == 0 || all.size() <= most) {
            return all;
        }
        List<T> chosen = new ArrayList<>(most);
        for (int i = 0; i < most; i++) {
            chosen.add(all.get(most == 1 ? all.size() - 1 : (int) ((long) i * (all.size() - 1) / (most - 1))));
        }
        return chosen;
    }
}
