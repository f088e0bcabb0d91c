package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * What processes leave behind that are killed while they dump: the folder {@code <name of the dump>.<thread>.part} in which a
 * dump was written, as large as the dump may be, and what was put aside for an answer. It goes once its maker is
 * known to have ended as {@link OrphanDumps} knows it.
 *
 * <p>A dump at a program's end is made without a liveness lock, and its process may be in another container. So what another
 * process number has left goes only after a silence longer than any dump takes.
 */
record PartialDumps(DumpFolder folder, long pid, Clock clock) {

    /** Dumps take seconds; half a gigabyte on a slow disk takes a minute. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private static final String PART = ".part";

    /**
     * Removes it; what can't be removed stays.
     *
     * @param alive the numbers of all other processes that show that they live
     */
    void remove(Set<Long> alive) {
        remove(folder.path(), alive);
        remove(folder.aside(), alive);
    }

    private void remove(Path place, Set<Long> alive) {
        if (!FolderCleaner.isFolder(place)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                long maker = place.equals(folder.aside()) ? DumpName.pidOf(name) : makerOfPart(file, name);
                if (maker > 0 && !alive.contains(maker) && isLeft(file, maker)) {
                    FolderCleaner.remove(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The next dump tries again.
        }
    }

    /** Whose folder for a dump that was being written it is; -1 where it is none. */
    private static long makerOfPart(Path file, String name) {
        if (!name.endsWith(PART) || !FolderCleaner.isFolder(file)) {
            return -1;
        }
        int end = name.length() - PART.length();
        int thread = name.lastIndexOf('.', end - 1);
        DumpName says =
                thread > 0 && Digits.number(name, thread + 1, end) > 0 ? DumpName.of(name.substring(0, thread)) : null;
        return says == null ? -1 : says.pid();
    }

    private boolean isLeft(Path file, long maker) throws IOException {
        try {
            if ((Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS) != PrivateFolder.ownUid()) {
                return false;
            }
            Instant touched = touched(file);
            Instant since = maker == pid ? ProgramStart.get() : ProgramStart.of(maker);
            boolean ended = since == null || touched.isBefore(since);
            return ended && (maker == pid || touched.isBefore(clock.instant().minus(SILENCE)));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** When something was last written to it, or in it. */
    private static Instant touched(Path file) throws IOException {
        Instant touched =
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        if (FolderCleaner.isFolder(file)) {
            try (DirectoryStream<Path> within = Files.newDirectoryStream(file)) {
                for (Path one : within) {
                    Instant its = Files.getLastModifiedTime(one, LinkOption.NOFOLLOW_LINKS)
                            .toInstant();
                    touched = its.isAfter(touched) ? its : touched;
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return touched;
    }
}
