package io.jemscope.agent.dump;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What an agent that was in this process before has left in the dumps' folder: its dumps, which are the process's still, and
 * what nobody needs any more, which is removed. Where another process that lives goes by the same number, whose is whose
 * can't be told: then the dumps are left alone.
 */
final class EarlierDumps {

    private final Path folder;
    private final Path aside;
    private final long pid;
    private final Instant programStart;

    /** What is in a folder, and in the one for dumps that aren't kept, of the process that began then. */
    EarlierDumps(Path folder, Path aside, long pid, Instant programStart) {
        this.folder = folder;
        this.aside = aside;
        this.pid = pid;
        this.programStart = programStart;
    }

    /** Removes what nobody needs, and gives the dumps in no order, as far as the folder can be read. */
    List<Dump> takeIn() {
        List<Dump> dumps = new ArrayList<>();
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            removeProbes(folder);
            removeProbes(aside);
            if (!isNumberShared()) {
                removeLeftAside();
                takeIn(dumps);
            }
        }
        return dumps;
    }

    /** As two containers may that share the folder: then what begins with our number is as likely the other's. */
    private boolean isNumberShared() {
        try {
            return LifeSigns.others(folder).contains(pid);
        } catch (IOException e) {
            // Nobody can tell who lives: then it isn't a folder that was meant to be shared.
            return false;
        }
    }

    /** What processes that were killed while they looked for room have left; who is looking just now began after us. */
    private void removeProbes(Path place) {
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                if (SpaceProbe.isProbe(file.getFileName().toString())
                        && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                .toInstant()
                                .isBefore(programStart)) {
                    deleteQuietly(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Small, and the next agent in this place tries again.
        }
    }

    /** What a process that was killed meanwhile has left. */
    private void removeLeftAside() {
        try {
            Clearing.of(aside, pid + ".");
        } catch (IOException e) {
            // The next agent in this place tries again.
        }
    }

    private void takeIn(List<Dump> dumps) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                takeIn(file, dumps);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What can't be read isn't there for us.
        }
    }

    private void takeIn(Path file, List<Dump> dumps) throws IOException {
        String name = file.getFileName().toString();
        LeftName says = LeftName.of(name);
        if (says == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        String id = name.substring(0, name.length() - DumpName.ENDING.length());
        if (DumpName.of(id, pid) == null) {
            return;
        }
        try {
            Instant made = Files.getLastModifiedTime(file).toInstant();
            // In a container a program often has the number of the one before it.
            if (!made.isBefore(programStart)) {
                boolean symbolized = Files.isRegularFile(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
                dumps.add(new Dump(id, file, Files.size(file), says.kind(), made, says.number(), symbolized));
            }
        } catch (NoSuchFileException e) {
            // Taken away meanwhile; the others are there.
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next agent in this place tries again.
        }
    }
}
