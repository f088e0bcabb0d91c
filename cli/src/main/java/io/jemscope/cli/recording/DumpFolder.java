package io.jemscope.cli.recording;

import io.jemscope.cli.control.OwnerOnly;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A private folder for one recording's dumps. Deleted at the end, unless something in it is still needed. */
public final class DumpFolder {

    private final Path path;
    private volatile boolean kept;

    private DumpFolder(Path path) {
        this.path = path;
    }

    /** Makes a new folder where temporary files go. */
    public static DumpFolder create(Map<String, String> environment) throws CommandFailure {
        String temporary = environment.getOrDefault("TMPDIR", "");
        Path parent = Path.of(temporary.isEmpty() ? System.getProperty("java.io.tmpdir", "/tmp") : temporary);
        try {
            return new DumpFolder(Files.createTempDirectory(parent, "jemscope-", OwnerOnly.FOLDER)
                    .toRealPath());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "no folder for the dumps can be made in " + parent,
                    e.toString(),
                    "set TMPDIR to a folder that this user can write");
        }
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * The best dump of each program that left one, see {@link DumpFile#isBetterThan}. One that doesn't tell its program is
     * a program's of its own.
     *
     * @param damaged takes what is wrong with a dump that can't be read; the others don't suffer from it
     */
    Collection<DumpFile> bestOfEach(BiConsumer<Path, IOException> damaged) throws IOException {
        Map<Object, DumpFile> best = new LinkedHashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + DumpFile.SUFFIX)) {
            for (Path file : files) {
                try {
                    DumpFile dump = DumpFile.of(file);
                    best.merge(
                            dump.pid() == 0 ? file : dump.pid(),
                            dump,
                            (one, other) -> other.isBetterThan(one) ? other : one);
                } catch (IOException e) {
                    damaged.accept(file, e);
                }
            }
        }
        return best.values();
    }

    /** All dumps that lie in it, by name; those that can't be read are left out. */
    List<DumpFile> all() throws IOException {
        List<DumpFile> dumps = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + DumpFile.SUFFIX)) {
            for (Path file : files) {
                readable(file).ifPresent(dumps::add);
            }
        }
        dumps.sort(Comparator.comparing(DumpFile::heap));
        return dumps;
    }

    /** A dump, unless it can't be read: then that was told when the report was made. */
    private static Optional<DumpFile> readable(Path file) {
        try {
            return Optional.of(DumpFile.of(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Leaves the folder where it is: something in it couldn't be brought to safety. */
    void keep() {
        kept = true;
    }

    /** Deletes the dumps, unless they are kept. */
    void empty() {
        if (kept) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                remove(file);
            }
        } catch (IOException e) {
            // As with the folder: the system clears it.
            return;
        }
    }

    /** Deletes a file or a folder. */
    private static void remove(Path file) throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> parts = Files.newDirectoryStream(file)) {
                for (Path part : parts) {
                    remove(part);
                }
            }
        }
        Files.delete(file);
    }

    /** Deletes what is there, unless it is kept. Does nothing the second time. */
    public synchronized void delete() {
        if (kept || !Files.exists(path)) {
            return;
        }
        empty();
        try {
            Files.delete(path);
        } catch (IOException e) {
            // A temporary folder that can't be deleted is not worth a word beside a report; the system clears it.
            return;
        }
    }
}
