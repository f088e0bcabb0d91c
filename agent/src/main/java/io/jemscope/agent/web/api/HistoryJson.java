package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.History;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.StringTokenizer;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a history as columns: for each process the times, and for each statistic as many figures. Processes of other programs are left out, although
 * the user's others may share the folder: a reader of one program need not read about another.
 */
final class HistoryJson {

    /** Some 50 statistics of each are a megabyte; a page has as many columns. */
    private static final int MOST_SNAPSHOTS = 1_000;

    /** Each costs a file to read, and some megabytes of the program's heap. */
    private static final int MOST_PROCESSES = 10;

    /** Up to here a double is exact for whole numbers. */
    private static final double MOST_WHOLE = 1L << 53;

    private final @Nullable Path folder;
    private final String program;
    private final Set<String> names = new TreeSet<>();

    /** Of this folder, null for none; {@code statistics} are the wanted names with commas between, empty for all. */
    HistoryJson(@Nullable Path folder, String program, String statistics) {
        this.folder = folder;
        this.program = program;
        StringTokenizer words = new StringTokenizer(statistics, ",");
        while (words.hasMoreTokens()) {
            names.add(words.nextToken());
        }
    }

    private record Life(ProcessIdentity process, List<Snapshot> snapshots) {}

    void write(long fromMillis, long toMillis, JsonWriter json) throws IOException {
        List<Life> lives = folder == null
                ? List.of()
                : read(folder, new TimeSpan(Instant.ofEpochMilli(fromMillis), Instant.ofEpochMilli(toMillis)));
        int stored = 0;
        for (Life life : lives) {
            stored += life.snapshots().size();
        }
        // One in so many, counted from the newest.
        int step = Math.max(1, (stored + MOST_SNAPSHOTS - 1) / MOST_SNAPSHOTS);
        json.beginObject();
        json.name("on").value(folder != null);
        json.name("snapshots").value(stored);
        json.name("oneIn").value(step);
        json.name("processes").beginArray();
        for (Life life : lives) {
            write(life.process(), thinned(life.snapshots(), step), json);
        }
        json.endArray().endObject();
    }

    private List<Life> read(Path place, TimeSpan span) throws IOException {
        History history = new FolderHistory(place, Retention.DEFAULT, new Consumer<>() {
            @Override
            public void accept(String notice) {
                // The recorder reports damage.
            }
        });
        List<ProcessIdentity> own = new ArrayList<>();
        for (ProcessIdentity process : history.processes()) {
            if (process.program().equals(program)) {
                own.add(process);
            }
        }
        List<Life> lives = new ArrayList<>();
        for (ProcessIdentity process : own.subList(Math.max(0, own.size() - MOST_PROCESSES), own.size())) {
            List<Snapshot> snapshots = history.snapshots(process, span);
            if (!snapshots.isEmpty()) {
                lives.add(new Life(process, snapshots));
            }
        }
        return lives;
    }

    private static List<Snapshot> thinned(List<Snapshot> all, int step) {
        List<Snapshot> some = new ArrayList<>();
        for (int i = (all.size() - 1) % step; i < all.size(); i += step) {
            some.add(all.get(i));
        }
        return some;
    }

    private void write(ProcessIdentity process, List<Snapshot> snapshots, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("pid").value(process.pid());
        json.name("host").value(process.host());
        json.name("program").value(process.program());
        json.name("startedMillis").value(process.started().toEpochMilli());
        json.name("timesMillis").beginArray();
        for (Snapshot snapshot : snapshots) {
            json.value(snapshot.time().toEpochMilli());
        }
        json.endArray().name("profiles").beginArray();
        for (Snapshot snapshot : snapshots) {
            json.value(snapshot.profiled());
        }
        json.endArray().name("statistics").beginObject();
        for (String name : known(snapshots)) {
            json.name(name).beginArray();
            for (Snapshot snapshot : snapshots) {
                value(snapshot.statistics().get(name), json);
            }
            json.endArray();
        }
        json.endObject().endObject();
    }

    private SortedSet<String> known(List<Snapshot> snapshots) {
        SortedSet<String> known = new TreeSet<>();
        for (Snapshot snapshot : snapshots) {
            known.addAll(snapshot.statistics().keySet());
        }
        if (!names.isEmpty()) {
            known.retainAll(names);
        }
        return known;
    }

    private static void value(@Nullable Double value, JsonWriter json) throws IOException {
        if (value == null) {
            json.nullValue();
        } else if (value == Math.rint(value) && Math.abs(value) <= MOST_WHOLE) {
            json.value(value.longValue());
        } else {
            json.value(value.doubleValue());
        }
    }
}
