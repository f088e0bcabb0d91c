package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Removes what lies in the store's own folders: files, and folders in which a dump is written ({@code ….part}). It removes links,
 * and never what they lead to. What can't be removed stays.
 */
final class FolderCleaner {

    private static final String UNFINISHED = ".part";

    /** More than any cleaning takes. */
    private static final long FOREVER_NANOS = Long.MAX_VALUE / 2;

    private FolderCleaner() {}

    static boolean inTime(long untilNanos) {
        return System.nanoTime() - untilNanos < 0;
    }

    /**
     * Empties a folder; removes it, too, if all of it goes.
     *
     * @param begin how the names of what goes begin; empty for all
     * @param untilNanos when to stop, by {@link System#nanoTime}
     * @throws IOException if the folder can't be read
     */
    static void empty(Path place, String begin, long untilNanos) throws IOException {
        if (!isFolder(place)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                if (!inTime(untilNanos)) {
                    return;
                }
                if (file.getFileName().toString().startsWith(begin)) {
                    remove(file, untilNanos);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        if (begin.isEmpty()) {
            removeIfEmpty(place);
        }
    }

    /** The same, however long it takes; what can't be read stays. */
    static void empty(Path place, String begin) {
        try {
            empty(place, begin, System.nanoTime() + FOREVER_NANOS);
        } catch (IOException e) {
            // The next agent in this place tries again.
        }
    }

    /** Removes a file, or a folder in which a dump was written. */
    static void remove(Path file) {
        remove(file, System.nanoTime() + FOREVER_NANOS);
    }

    private static void remove(Path file, long untilNanos) {
        try {
            if (file.getFileName().toString().endsWith(UNFINISHED) && isFolder(file)) {
                empty(file, "", untilNanos);
            } else {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The others go.
        }
    }

    /** Removes a folder, if it is one and nothing is in it. */
    static void removeIfEmpty(Path place) throws IOException {
        if (isFolder(place)) {
            try {
                Files.deleteIfExists(place);
            } catch (DirectoryNotEmptyException e) {
                // Something is still in it.
            }
        }
    }

    static boolean isFolder(Path place) {
        return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
    }
}
