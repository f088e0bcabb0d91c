package io.jemscope.cli.live;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.history.StoredHistory;
import io.jemscope.history.Snapshot;
import io.jemscope.history.TimeSpan;
import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ZippedFolder;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.MemoryLook;
import io.jemscope.report.verdict.ProcessPast;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges the process of a bundle as it was when the bundle was made. */
public final class BundledVerdict {

    private static final String DUMP = "dump.heap";
    private static final String HISTORY = "history";
    private static final int MOST_JSON_BYTES = 16 << 20;

    /** Reads a dump or a stored profile, with its frames' names and its samples' births. */
    @FunctionalInterface
    public interface Reader {
        Profile read(Path file) throws CommandFailure;
    }

    private final Path file;
    private final Path root;
    private final JsonObject facts;
    private final Reader reader;

    private BundledVerdict(Path file, Path root, JsonObject facts, Reader reader) {
        this.file = file;
        this.root = root;
        this.facts = facts;
        this.reader = reader;
    }

    /** Opens a bundle. */
    public static BundledVerdict open(Path file, Reader reader) throws CommandFailure, IOException {
        Path root = ZippedFolder.open(file);
        if (!Files.exists(root.resolve("bundle.json"))) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "'" + file + "' is no bundle",
                    "it has no file bundle.json",
                    "make one with jemscope bundle PID, or unpack it and name the dumps in it");
        }
        return new BundledVerdict(file, root, json(file, root.resolve("bundle.json")), reader);
    }

    /** Program and process, and why the bundle was made. */
    public String title() {
        return Printable.of(text("program") + " (" + text("pid") + "), " + text("triggered") + ", " + text("rule")
                + ": " + text("reading"));
    }

    /** How long it took from the trigger until the bundle was complete, in milliseconds; 0 if it doesn't say. */
    public long tookMillis() {
        JsonElement micros = facts.get("micros");
        return micros instanceof JsonPrimitive number && number.isNumber()
                ? Math.round(number.getAsDouble() / 1_000)
                : 0;
    }

    /** Judges it. */
    public ProcessVerdict judge() throws CommandFailure, IOException {
        Instant made = made();
        Map<String, Double> statistics = statistics();
        Path ledger = root.resolve("memory.json");
        MemoryLook now;
        try {
            now = Files.exists(ledger) ? MemoryLook.of(json(file, ledger)) : MemoryLook.ofStatistics(made, statistics);
        } catch (IllegalArgumentException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        }
        ProcessPast past = past();
        SiteVerdicts sites = null;
        if (Files.exists(root.resolve(DUMP))) {
            VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));
            past.addProfilesTo(collector);
            collector.add(TimedProfile.of(reader.read(root.resolve(DUMP)), made));
            List<SiteVerdicts> verdicts = collector.verdicts(ProcessPast.lastCollection(statistics));
            sites = verdicts.get(verdicts.size() - 1);
        }
        return ProcessVerdict.of(now, past.base(made), sites);
    }

    private ProcessPast past() throws CommandFailure {
        if (!Files.isDirectory(root.resolve(HISTORY))) {
            return ProcessPast.NONE;
        }
        StoredHistory history = StoredHistory.read(root.resolve(HISTORY), TimeSpan.ALL, notice -> {});
        List<StoredHistory.Life> lives = history.lives();
        List<Snapshot> snapshots =
                lives.isEmpty() ? List.of() : lives.get(lives.size() - 1).snapshots();
        return new ProcessPast(
                snapshots.stream().map(snapshot -> moment(history, snapshot)).toList());
    }

    private ProcessPast.Moment moment(StoredHistory history, Snapshot snapshot) {
        Path profile = history.profile(snapshot);
        return new ProcessPast.Moment(
                snapshot.time(), snapshot.statistics(), snapshot.profiled() ? () -> stored(profile) : null);
    }

    private Profile stored(Path profile) throws IOException {
        try {
            return reader.read(profile);
        } catch (CommandFailure e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private Map<String, Double> statistics() throws CommandFailure, IOException {
        Map<String, Double> statistics = new HashMap<>();
        Path stored = root.resolve("statistics.json");
        if (Files.exists(stored)) {
            try {
                for (Map.Entry<String, JsonElement> figure : json(file, stored).entrySet()) {
                    statistics.put(figure.getKey(), figure.getValue().getAsDouble());
                }
            } catch (RuntimeException e) {
                throw damaged(file, "statistics.json has something else than numbers");
            }
        }
        return statistics;
    }

    private Instant made() throws CommandFailure {
        try {
            return Instant.parse(text("triggered"));
        } catch (DateTimeException e) {
            throw damaged(file, "bundle.json doesn't say when it was made");
        }
    }

    private String text(String name) {
        JsonElement value = facts.get(name);
        return value == null || !value.isJsonPrimitive() ? "unknown" : value.getAsString();
    }

    private static JsonObject json(Path bundle, Path part) throws CommandFailure, IOException {
        @Nullable RuntimeException cause;
        try {
            return JsonParser.parseString(read(bundle, part)).getAsJsonObject();
        } catch (JsonParseException | IllegalStateException e) {
            cause = e;
        }
        CommandFailure failure = damaged(bundle, part.getFileName() + " in it is no JSON object");
        failure.initCause(cause);
        throw failure;
    }

    private static String read(Path bundle, Path part) throws CommandFailure, IOException {
        try (InputStream in = Files.newInputStream(part)) {
            byte[] bytes = in.readNBytes(MOST_JSON_BYTES + 1);
            if (bytes.length > MOST_JSON_BYTES) {
                throw damaged(bundle, part.getFileName() + " in it has more than " + (MOST_JSON_BYTES >> 20) + " MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static CommandFailure damaged(Path bundle, String why) {
        return new CommandFailure(
                ExitCode.UNREADABLE, "can't read the bundle " + bundle, why, "copy it again from where it was written");
    }
}
