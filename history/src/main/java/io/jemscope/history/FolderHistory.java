package io.jemscope.history;

import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A history in a folder: a file of statistics for each process ({@link StatisticsFile}), and a pprof file for each profile, under the
 * names of {@link FileNames}. Several processes may share the folder ({@link FolderLock}); files with other names stay untouched.
 * For use by several threads.
 */
public final class FolderHistory implements History {

    /** Processes that are looked at; the folder of a service that restarts every minute for a week has as many. */
    private static final int MOST_PROCESSES = 10_000;

    private final Path folder;
    private final Retention retention;
    private final Consumer<String> notices;

    /** The newest time of the processes that this object has appended to, whose files only this process changes where locks don't work. */
    private final Map<ProcessIdentity, Instant> newest = new HashMap<>();

    /** Files whose damage was reported. */
    private final Set<Path> reported = Collections.synchronizedSet(new HashSet<>());

    /**
     * Opens the history in a folder, which is created with the first snapshot.
     *
     * @param notices takes a line on each damaged file, once
     */
    public FolderHistory(Path folder, Retention retention, Consumer<String> notices) {
        this.folder = folder;
        this.retention = retention;
        this.notices = notices;
    }

    @Override
    public synchronized boolean append(Snapshot snapshot, @Nullable Profile profile) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FolderLock lock = FolderLock.of(folder);
        try {
            Path file = folder.resolve(FileNames.statistics(snapshot.process()));
            if (isThere(snapshot, file)) {
                return false;
            }
            append(snapshot.profiled(profile != null), profile, file);
            Instant last = newest.get(snapshot.process());
            newest.put(snapshot.process(), last == null || last.isBefore(snapshot.time()) ? snapshot.time() : last);
            return true;
        } finally {
            lock.close();
        }
    }

    /** Reads the file only if the snapshot isn't newer than all that this object has appended. */
    private boolean isThere(Snapshot snapshot, Path file) throws IOException {
        Instant last = newest.get(snapshot.process());
        if ((last != null && snapshot.time().isAfter(last)) || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        for (Snapshot one : read(file, snapshot.process()).snapshots()) {
            if (one.time().equals(snapshot.time())) {
                return true;
            }
        }
        return false;
    }

    /** The profile first: a line that promises one is never without it. */
    private void append(Snapshot snapshot, @Nullable Profile profile, Path file) throws IOException {
        Path written = null;
        if (profile != null) {
            written = profileFile(snapshot);
            WholeFile.write(written, new WholeFile.Body() {
                @Override
                public void writeTo(OutputStream out) throws IOException {
                    PprofWriter.write(profile, out);
                }
            });
        }
        boolean isWhole = false;
        try {
            StatisticsFile.append(file, snapshot);
            isWhole = true;
        } finally {
            if (!isWhole && written != null) {
                Files.deleteIfExists(written);
            }
        }
    }

    @Override
    public List<ProcessIdentity> processes() throws IOException {
        List<ProcessIdentity> processes = new ArrayList<>();
        for (Path file : list().statistics()) {
            try {
                StatisticsFile.Content content = StatisticsFile.read(file, named(file), 1);
                if (!content.snapshots().isEmpty()) {
                    processes.add(content.process());
                }
            } catch (NoSuchFileException e) {
                // Thinned out meanwhile.
            }
        }
        Collections.sort(processes);
        return processes;
    }

    @Override
    public List<Snapshot> snapshots(ProcessIdentity process, TimeSpan span) throws IOException {
        StatisticsFile.Content content;
        try {
            content = read(folder.resolve(FileNames.statistics(process)), process);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        List<Snapshot> snapshots = new ArrayList<>();
        for (Snapshot snapshot : content.snapshots()) {
            if (span.contains(snapshot.time())) {
                snapshots.add(checked(snapshot));
            }
        }
        return snapshots;
    }

    /** A profile may be gone, by the limit of bytes or by hand. */
    private Snapshot checked(Snapshot snapshot) {
        return snapshot.profiled(snapshot.profiled() && isFile(profileFile(snapshot)));
    }

    @Override
    public Optional<Profile> profile(Snapshot snapshot) throws IOException {
        Path file = profileFile(snapshot);
        try {
            return isFile(file) ? Optional.of(ProfileFile.readWithBirths(file)) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Where the statistics of a process are, if it has any. */
    public Path statisticsFile(ProcessIdentity process) {
        return folder.resolve(FileNames.statistics(process));
    }

    /** Where a snapshot's profile is, if it has one: a file that {@code jemscope report} reads. */
    public Path profileFile(Snapshot snapshot) {
        return folder.resolve(FileNames.profile(snapshot.process(), snapshot.time()));
    }

    @Override
    public synchronized Removed thin(Instant now) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Removed.NOTHING;
        }
        try (FolderLock lock = FolderLock.of(folder)) {
            return new Thinning(folder, retention, now).run(list(), own(lock));
        }
    }

    /** The files of other processes can't be changed safely without a lock. Null for all files. */
    private @Nullable Set<Path> own(FolderLock lock) {
        if (lock.isExclusive()) {
            return null;
        }
        Set<Path> own = new HashSet<>();
        for (ProcessIdentity process : newest.keySet()) {
            own.add(folder.resolve(FileNames.statistics(process)));
        }
        return own;
    }

    private StatisticsFile.Content read(Path file, ProcessIdentity named) throws IOException {
        StatisticsFile.Content content = StatisticsFile.read(file, named);
        if (content.damaged() > 0 && reported.add(file)) {
            notices.accept("the history " + file + " has " + content.damaged()
                    + (content.damaged() == 1 ? " damaged line, which is" : " damaged lines, which are")
                    + " left out; the other " + content.snapshots().size() + " snapshots are whole");
        }
        return content;
    }

    /** The files of a history: each list in the order of its names, which is that of the starts. */
    record Listing(List<Path> statistics, List<Path> profiles, List<Path> parts) {}

    private Listing list() throws IOException {
        Listing listing = new Listing(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                boolean isPart = name.endsWith(FileNames.PART);
                FileNames.Parts parts =
                        FileNames.parse(isPart ? name.substring(0, name.length() - FileNames.PART.length()) : name);
                if (parts != null && isFile(file)) {
                    (isPart ? listing.parts() : parts.time() == null ? listing.statistics() : listing.profiles())
                            .add(file);
                }
            }
        } catch (NoSuchFileException e) {
            return listing;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(listing.statistics());
        Collections.sort(listing.profiles());
        if (listing.statistics().size() > MOST_PROCESSES) {
            List<Path> all = listing.statistics();
            return new Listing(
                    all.subList(all.size() - MOST_PROCESSES, all.size()), listing.profiles(), listing.parts());
        }
        return listing;
    }

    /** The process that a file's name stands for. */
    static ProcessIdentity named(Path file) {
        FileNames.Parts parts = FileNames.parse(file.getFileName().toString());
        if (parts == null) {
            throw new IllegalArgumentException(file + " is no file of a history");
        }
        return new ProcessIdentity("", parts.pid(), parts.started(), "");
    }

    private static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    static long bytes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .size();
    }
}
