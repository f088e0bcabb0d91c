package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Removes what lies in the folders that the store has for itself: files, and the folders in which a dump is written
 * ({@code ….part}). A link goes, and what it leads to stays.
 */
final class FolderCleaner {

    private static final String UNFINISHED = ".part";

    private static final BooleanSupplier ALWAYS = new BooleanSupplier() {
        @Override
        public boolean getAsBoolean() {
            return true;
        }
    };

    private FolderCleaner() {}

    /**
     * Empties a folder.
     *
     * @param place the folder; nothing is done where it is none
     * @param begin how the names begin of what goes
     * @param inTime is asked before each file; once it says false, the rest stays
     * @throws IOException where the folder can't be read; what can't be removed stays
     */
    static void of(Path place, String begin, BooleanSupplier inTime) throws IOException {
        if (!isFolder(place)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                if (!inTime.getAsBoolean()) {
                    return;
                }
                String name = file.getFileName().toString();
                if (name.startsWith(begin)) {
                    removeQuietly(file, name, inTime);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Empties a folder, as above, however long that takes. */
    static void of(Path place, String begin) throws IOException {
        of(place, begin, ALWAYS);
    }

    /** Removes a file, or a folder in which a dump was written, if it can be. */
    static void remove(Path file) {
        removeQuietly(file, file.getFileName().toString(), ALWAYS);
    }

    private static void removeQuietly(Path file, String name, BooleanSupplier inTime) {
        try {
            if (name.endsWith(UNFINISHED) && isFolder(file)) {
                of(file, "", inTime);
                ifEmpty(file);
            } else {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The others go.
        }
    }

    /** Removes a folder, if it is one and nothing is in it. */
    static void ifEmpty(Path place) throws IOException {
        if (isFolder(place)) {
            try {
                Files.deleteIfExists(place);
            } catch (DirectoryNotEmptyException e) {
                // Somebody still has something in it.
            }
        }
    }

    private static boolean isFolder(Path place) {
        return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
    }
}
