package io.jemscope.cli.history;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.history.StoredHistory.Life;
import io.jemscope.history.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A memory ledger out of a history, to compare a later one with. It has the rows and not their parts. */
public final class StoredLedger {

    private static final String ROW = "ledger.";
    private static final String BYTES = ".bytes";
    private static final String REMAINDER = "ledger.remainder.bytes";

    private StoredLedger() {}

    /** The ledger of a running process whose time is nearest. */
    public static Answer near(StoredHistory history, long pid, Instant moment) throws CommandFailure {
        Snapshot nearest = null;
        for (Life life : history.lives()) {
            // The running one is the last of its number.
            nearest = life.process().pid() == pid ? nearest(life, moment) : nearest;
        }
        if (nearest == null) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "the history has no memory ledger of process " + pid,
                    "an agent stores the first a minute after its start, and none of a process of 4 GiB or more",
                    "compare with a file: jemscope memory PID --json > FILE, and later: jemscope memory PID --base FILE");
        }
        return ledger(nearest);
    }

    private static @Nullable Snapshot nearest(Life life, Instant moment) {
        Snapshot nearest = null;
        for (Snapshot snapshot : life.snapshots()) {
            if (snapshot.statistics().containsKey(REMAINDER)
                    && snapshot.statistics().containsKey("rss.bytes")
                    && (nearest == null || isNearer(snapshot, nearest, moment))) {
                nearest = snapshot;
            }
        }
        return nearest;
    }

    private static boolean isNearer(Snapshot one, Snapshot other, Instant moment) {
        return Duration.between(one.time(), moment)
                        .abs()
                        .compareTo(Duration.between(other.time(), moment).abs())
                < 0;
    }

    private static Answer ledger(Snapshot snapshot) {
        JsonObject ledger = new JsonObject();
        ledger.addProperty("time", snapshot.time().toString());
        JsonArray rows = new JsonArray();
        for (Map.Entry<String, Double> figure : snapshot.statistics().entrySet()) {
            String name = figure.getKey();
            long bytes = figure.getValue().longValue();
            if (name.equals("rss.bytes")) {
                ledger.addProperty("residentBytes", bytes);
            } else if (name.equals(REMAINDER)) {
                ledger.addProperty("remainderBytes", bytes);
            } else if (name.startsWith(ROW) && name.endsWith(BYTES)) {
                JsonObject row = new JsonObject();
                row.addProperty("name", name.substring(ROW.length(), name.length() - BYTES.length()));
                row.addProperty("residentBytes", bytes);
                rows.add(row);
            }
        }
        ledger.add("rows", rows);
        return new Answer(ledger);
    }
}
