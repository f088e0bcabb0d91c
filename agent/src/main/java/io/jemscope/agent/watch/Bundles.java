package io.jemscope.agent.watch;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.config.AgentVersion;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.rss.LedgerReader;
import io.jemscope.agent.rss.MemoryStatistics;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bundles of a folder: zip files with a dump, the ledger, the verdict, the history and facts about the JVM. What tells most comes first,
 * what may take long last. {@code docs/watch.md} lists the parts. For use by several threads, one at a time of which makes a bundle.
 */
public final class Bundles {

    private static final String ENDING = ".zip";
    private static final String PART = ".part";

    /** Profiles of the history: more say little more. */
    private static final int MOST_PROFILES = 24;

    /** Of the history's files. */
    private static final long MOST_HISTORY_BYTES = 32 << 20;

    private static final String REHEARSAL = "rehearsal";
    private static final long REHEARSAL_MILLIS = 10_000;

    /** Processes that have ended leave bundles, too, and a process that starts again and again has another number each time. */
    private static final int TIMES_IN_FOLDER = 10;

    private static final Duration OLD_PART = Duration.ofHours(1);

    private final ReentrantLock making = new ReentrantLock();
    private final DumpFolder folder;
    private final long pid;
    private final String program;
    private final Allocator allocator;
    private final Profiler profiler;
    private final DumpStore dumps;
    private final DumpForms forms;
    private final ThreadFactory threads;
    private final EventLog events;
    private final int keep;
    private final boolean largeLedger;

    /**
     * The bundles beside the dumps of a folder, which need not be there yet.
     *
     * @param keep how many bundles of a process are kept
     * @param largeLedger whether the ledger of a large process is read, which delays it
     * @param threads makes threads for questions to the JVM that may never be answered; they must be daemons
     */
    public Bundles(
            DumpFolder folder,
            long pid,
            String program,
            Allocator allocator,
            Profiler profiler,
            DumpStore dumps,
            DumpForms forms,
            int keep,
            boolean largeLedger,
            ThreadFactory threads,
            EventLog events) {
        this.folder = folder;
        this.pid = pid;
        this.program = program;
        this.allocator = allocator;
        this.profiler = profiler;
        this.dumps = dumps;
        this.forms = forms;
        this.keep = keep;
        this.largeLedger = largeLedger;
        this.threads = threads;
        this.events = events;
    }

    /**
     * Makes a bundle.
     *
     * @param waitMillis how long to wait for another bundle that is being made
     * @param formMillis how long to wait for each form of the dump
     * @throws IOException if the other one takes longer, or the file can't be written
     */
    public Bundle make(Trigger trigger, long waitMillis, long formMillis) throws IOException {
        begin(waitMillis);
        try {
            Path file = folder.bundles().resolve(UtcTime.compact(trigger.time()) + "." + pid + ENDING);
            Path part = part(file);
            write(part, trigger, formMillis);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            Duration took = Duration.ofNanos(System.nanoTime() - trigger.nanos());
            Bundle bundle = new Bundle(file, Files.size(file), trigger, took);
            events.record(
                    EventKind.BUNDLE,
                    trigger.rule() + ": " + trigger.reading() + "; " + file + ", " + bundle.bytes() + " bytes, made in "
                            + took.toMillis() + " ms");
            tidy();
            return bundle;
        } finally {
            making.unlock();
        }
    }

    /** Whether a bundle is being made. */
    public boolean isMaking() {
        return making.isLocked();
    }

    /** Makes a bundle for nothing, so that the classes it needs are loaded. Its dump is in no list. */
    void rehearse() throws IOException {
        begin(REHEARSAL_MILLIS);
        try {
            Path part = part(folder.bundles().resolve("rehearsal." + pid + ENDING));
            try {
                write(part, Trigger.of(REHEARSAL, String.format(Locale.ROOT, "%.1f", 0.0)), REHEARSAL_MILLIS);
            } finally {
                Files.deleteIfExists(part);
            }
            tidy();
        } finally {
            making.unlock();
        }
    }

    /** A program's end must not wait for a bundle that is made slowly. */
    private void begin(long millis) throws IOException {
        try {
            if (making.tryLock(millis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
        throw new IOException("another bundle is being made");
    }

    private static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + PART);
    }

    private void write(Path part, Trigger trigger, long formMillis) throws IOException {
        folder.ensure();
        PrivateFolder.ensure(folder.bundles());
        Files.deleteIfExists(part);
        boolean isRehearsal = trigger.rule().equals(REHEARSAL);
        boolean isWhole = false;
        Dump dump = null;
        try (BundleZip zip = new BundleZip(part)) {
            dump = dump(isRehearsal, zip);
            addParts(zip, dump, formMillis);
            zip.finish(trigger, program, pid, AgentVersion.current());
            isWhole = true;
        } finally {
            if (dump != null && isRehearsal) {
                dumps.removeAside(dump);
            } else if (dump != null) {
                dumps.unpin(dump);
            }
            if (!isWhole) {
                Files.deleteIfExists(part);
            }
        }
    }

    private void addParts(BundleZip zip, @Nullable Dump dump, long formMillis) throws IOException {
        if (dump != null) {
            zip.addFile("dump.heap", new Existing(dump.file()));
            if (dump.symbolized()) {
                zip.addFile("dump.heap.symbols", new Existing(dump.symbols()));
            }
        }
        zip.addJson("memory.json", new LedgerDocument());
        zip.addJson("statistics.json", new StatisticsDocument());
        addHistory(zip);
        zip.addJson("jvm.json", new JvmDocument());
        zip.addText("verdict.json", new VerdictText(dump, formMillis));
        if (dump != null) {
            zip.addFile("profile.pb.gz", new Form(dump, "pprof", formMillis));
            zip.addFile("report.html", new Form(dump, "html", formMillis));
        }
    }

    /** A pinned dump, or for a rehearsal one that isn't kept; null if there can be none, which the bundle then says. */
    private @Nullable Dump dump(boolean isRehearsal, BundleZip zip) {
        try {
            if (isRehearsal) {
                return dumps.writeAside();
            }
            Dump dump = profiler.dump(DumpKind.ASKED);
            dumps.pin(dump);
            return dump;
        } catch (AllocatorException | IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            zip.missing("dump.heap", e);
            return null;
        }
    }

    /** The statistics since the start of the process, and some of its profiles. */
    private void addHistory(BundleZip zip) throws IOException {
        List<Path> files;
        try {
            files = forms.history(MOST_PROFILES);
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            zip.missing("history", e);
            return;
        }
        long room = MOST_HISTORY_BYTES;
        for (Path file : files) {
            long bytes = file.toFile().length();
            if (bytes <= room) {
                room -= bytes;
                zip.addFile("history/" + file.getFileName(), new Existing(file));
            }
        }
    }

    /** The bundles of this process that are there, the oldest first. */
    public List<Path> list() throws IOException {
        return files(folder.bundles(), "*." + pid + ENDING);
    }

    /** The bundle of a name, which need not be safe. */
    public Optional<Path> find(String name) throws IOException {
        for (Path file : list()) {
            if (file.getFileName().toString().equals(name)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Removes the oldest bundles beyond the limits, and what killed processes have left half-written. */
    private void tidy() {
        try {
            List<Path> own = list();
            drop(own.subList(0, Math.max(0, own.size() - keep)));
            List<Path> all = files(folder.bundles(), "*" + ENDING);
            drop(all.subList(0, Math.max(0, all.size() - TIMES_IN_FOLDER * keep)));
            for (Path part : files(folder.bundles(), "*" + PART)) {
                if (Files.getLastModifiedTime(part)
                        .toInstant()
                        .isBefore(Instant.now().minus(OLD_PART))) {
                    Files.deleteIfExists(part);
                }
            }
        } catch (IOException | RuntimeException e) {
            events.record(EventKind.REFUSAL, "the folder of bundles could not be tidied up: " + e);
        }
    }

    private void drop(List<Path> old) throws IOException {
        for (Path file : old) {
            Files.deleteIfExists(file);
            events.record(EventKind.DROP, "the oldest bundle was removed: " + file);
        }
    }

    private static List<Path> files(Path folder, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(entry);
                }
            }
        } catch (NoSuchFileException e) {
            return files;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(files);
        return files;
    }

    private record Existing(Path file) implements Callable<Path> {
        @Override
        public Path call() {
            return file;
        }
    }

    private final class Form implements Callable<Path> {
        private final Dump dump;
        private final String format;
        private final long millis;

        Form(Dump dump, String format, long millis) {
            this.dump = dump;
            this.format = format;
            this.millis = millis;
        }

        @Override
        public Path call() throws IOException {
            return forms.make(dump, format, millis);
        }
    }

    private final class VerdictText implements Callable<String> {
        private final @Nullable Dump dump;
        private final long millis;

        VerdictText(@Nullable Dump dump, long millis) {
            this.dump = dump;
            this.millis = millis;
        }

        @Override
        public String call() throws IOException {
            return forms.verdict(dump, millis);
        }
    }

    private final class LedgerDocument implements BundleZip.Json {
        @Override
        public void write(JsonWriter json) throws IOException {
            if (!largeLedger && ProcessStatus.own().isLarge()) {
                throw new IOException(
                        "the process has 4 GiB or more, and reading its ledger would delay it; ledger.large=true"
                                + " allows that");
            }
            new LedgerReader(allocator, dumps, threads).write(json);
        }
    }

    private final class StatisticsDocument implements BundleZip.Json {
        @Override
        public void write(JsonWriter json) throws IOException {
            Map<String, Double> figures = new TreeMap<>();
            new MemoryStatistics(allocator, dumps).addTo(figures);
            json.beginObject();
            for (Map.Entry<String, Double> figure : figures.entrySet()) {
                json.name(figure.getKey()).value(figure.getValue());
            }
            json.endObject();
        }
    }

    private final class JvmDocument implements BundleZip.Json {
        @Override
        public void write(JsonWriter json) throws IOException {
            JvmFacts.write(allocator, json);
        }
    }
}
