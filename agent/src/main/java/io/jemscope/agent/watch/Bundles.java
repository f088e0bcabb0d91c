package io.jemscope.agent.watch;

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
import io.jemscope.httpd.JsonText;
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

    private static final long REHEARSAL_MILLIS = 10_000;

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
     * @param keep how many bundles are kept
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
     * Makes one.
     *
     * @param formMillis how long to wait for a bundle that is being made, and then for each form of the dump
     * @throws IOException if another one takes longer, or the file can't be written
     */
    public Bundle make(Trigger trigger, long formMillis) throws IOException {
        begin(formMillis);
        try {
            long began = System.nanoTime();
            Instant triggered = Instant.now();
            Path file = folder.bundles().resolve(UtcTime.compact(triggered) + "." + pid + ENDING);
            write(file, trigger, triggered, formMillis, DumpKind.ASKED);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            Bundle bundle = new Bundle(file, Files.size(file), trigger, triggered, took);
            dropOldest();
            events.record(
                    EventKind.BUNDLE,
                    trigger.rule() + ": " + trigger.reading() + "; " + file + ", " + bundle.bytes() + " bytes, made in "
                            + took.toMillis() + " ms");
            return bundle;
        } finally {
            making.unlock();
        }
    }

    /** Makes one and removes it and its dump, so that everything it needs is loaded. */
    void rehearse() throws IOException {
        begin(REHEARSAL_MILLIS);
        Path file = folder.bundles().resolve("rehearsal." + pid + ENDING);
        try {
            Dump dump = write(file, new Trigger("rehearsal", ""), Instant.now(), REHEARSAL_MILLIS, DumpKind.SNAPSHOT);
            if (dump != null) {
                dumps.delete(dump);
            }
        } finally {
            making.unlock();
            Files.deleteIfExists(file);
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

    /** Returns the dump in it; null if there is none. */
    private @Nullable Dump write(Path file, Trigger trigger, Instant triggered, long formMillis, DumpKind kind)
            throws IOException {
        long began = System.nanoTime();
        folder.ensure();
        PrivateFolder.ensure(folder.bundles());
        Path part = file.resolveSibling(file.getFileName() + PART);
        Files.deleteIfExists(part);
        boolean isWhole = false;
        Dump dump = null;
        try (BundleZip zip = new BundleZip(part)) {
            dump = dump(kind, zip);
            addParts(zip, dump, formMillis);
            zip.finish(trigger, triggered, program, pid, AgentVersion.current(), began);
            isWhole = true;
        } finally {
            if (dump != null) {
                dumps.unpin(dump);
            }
            if (!isWhole) {
                Files.deleteIfExists(part);
            }
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        return dump;
    }

    private void addParts(BundleZip zip, @Nullable Dump dump, long formMillis) throws IOException {
        if (dump != null) {
            zip.addFile("dump.heap", new Existing(dump.file()));
            if (dump.symbolized()) {
                zip.addFile("dump.heap.symbols", new Existing(dump.symbols()));
            }
        }
        zip.addText("memory.json", new LedgerText());
        zip.addText("statistics.json", new StatisticsText());
        addHistory(zip);
        zip.addText("jvm.json", new JvmText());
        zip.addText("verdict.json", new VerdictText(dump, formMillis));
        if (dump != null) {
            zip.addFile("profile.pb.gz", new Form(dump, "pprof", formMillis));
            zip.addFile("report.html", new Form(dump, "html", formMillis));
        }
    }

    /** A pinned dump; null if there can be none, which the bundle then says. */
    private @Nullable Dump dump(DumpKind kind, BundleZip zip) {
        try {
            Dump dump = profiler.dump(kind);
            dumps.pin(dump);
            return dump;
        } catch (AllocatorException | IOException | RuntimeException e) {
            zip.missing("dump.heap", e);
            return null;
        }
    }

    private void addHistory(BundleZip zip) throws IOException {
        List<Path> series = files(folder.history(), "*." + pid + ".jsonl");
        List<Path> profiles = files(folder.history(), "*." + pid + ".*.pb.gz");
        int step = Math.max(1, (profiles.size() + MOST_PROFILES - 1) / MOST_PROFILES);
        long room = MOST_HISTORY_BYTES;
        List<Path> chosen = new ArrayList<>(series.subList(Math.max(0, series.size() - 1), series.size()));
        for (int i = profiles.size() - 1; i >= 0; i -= step) {
            chosen.add(profiles.get(i));
        }
        for (Path file : chosen) {
            try {
                room -= Files.size(file);
            } catch (NoSuchFileException e) {
                // Thinned out meanwhile.
                continue;
            }
            if (room >= 0) {
                zip.addFile("history/" + file.getFileName(), new Existing(file));
            }
        }
    }

    /** The bundles that are there, the oldest first. */
    public List<Path> list() throws IOException {
        return files(folder.bundles(), "*" + ENDING);
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

    private void dropOldest() throws IOException {
        List<Path> all = list();
        for (Path old : all.subList(0, Math.max(0, all.size() - keep))) {
            Files.deleteIfExists(old);
            events.record(EventKind.DROP, "the oldest bundle was removed: " + old);
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

    private final class LedgerText implements Callable<String> {
        @Override
        public String call() throws IOException {
            if (!largeLedger && ProcessStatus.own().isLarge()) {
                throw new IOException(
                        "the process has 4 GiB or more, and reading its ledger would delay it; ledger.large=true"
                                + " allows that");
            }
            JsonText json = new JsonText();
            new LedgerReader(allocator, dumps, threads).write(json);
            return json.toString();
        }
    }

    private final class StatisticsText implements Callable<String> {
        @Override
        public String call() throws IOException {
            Map<String, Double> figures = new TreeMap<>();
            new MemoryStatistics(allocator, dumps).addTo(figures);
            JsonText json = new JsonText();
            json.beginObject();
            for (Map.Entry<String, Double> figure : figures.entrySet()) {
                json.name(figure.getKey()).value(figure.getValue());
            }
            json.endObject();
            return json.toString();
        }
    }

    private final class JvmText implements Callable<String> {
        @Override
        public String call() throws IOException {
            JsonText json = new JsonText();
            JvmFacts.write(allocator, json);
            return json.toString();
        }
    }
}
