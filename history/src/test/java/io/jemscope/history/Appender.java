package io.jemscope.history;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Appends snapshots until it is killed, and prints the number of each once it is stored. */
final class Appender {

    private Appender() {}

    public static void main(String[] arguments) throws IOException {
        Instant start = Instant.parse("2026-01-31T22:30:00Z");
        ProcessIdentity process = HistoryContract.process(Long.parseLong(arguments[1]), start);
        History history = new FolderHistory(Path.of(arguments[0]), Retention.DEFAULT, line -> {});
        Map<String, Double> statistics = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            statistics.put("statistic." + i + ".bytes", 1e9 + i);
        }
        for (int number = 1; ; number++) {
            Snapshot snapshot = new Snapshot(process, start.plusMillis(number), statistics);
            history.append(snapshot, number % 5 == 0 ? HistoryContract.profile(number) : null);
            System.out.println(number);
            if (number % 20 == 0) {
                history.thin(snapshot.time());
            }
        }
    }
}
