package io.jemscope.cli.recording;

import io.jemscope.cli.control.OwnerOnly;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** A private folder for one recording's dumps. Deleted at the end, unless something in it is still needed. */
final class DumpFolder {

    private final Path path;
    private boolean kept;

    private DumpFolder(Path path) {
        this.path = path;
    }

    /** Makes a new folder where temporary files go. */
    static DumpFolder create(Map<String, String> environment) throws CommandFailure {
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

    Path path() {
        return path;
    }

    /** The best dump of each program that left one, see {@link DumpFile#isBetterThan}. Dumps that can't be read are no dumps. */
    Collection<DumpFile> bestOfEach() throws IOException {
        Map<Long, DumpFile> best = new LinkedHashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + DumpFile.SUFFIX)) {
            for (Path file : files) {
                DumpFile dump = DumpFile.of(file);
                best.merge(dump.pid(), dump, (one, other) -> other.isBetterThan(one) ? other : one);
            }
        }
        return best.values();
    }

    /** Leaves the folder where it is: something in it couldn't be brought to safety. */
    void keep() {
        kept = true;
    }

    /** Deletes what is there, unless it is kept. Does nothing the second time. */
    void delete() {
        if (kept || !Files.exists(path)) {
            return;
        }
        try {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(path);
        } catch (IOException e) {
            // A temporary folder that can't be deleted is not worth a word beside a report; the system clears it.
            return;
        }
    }
}
