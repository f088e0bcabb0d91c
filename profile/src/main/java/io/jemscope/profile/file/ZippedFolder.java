package io.jemscope.profile.file;

import io.jemscope.profile.FormatException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;

/** A zip file read as a folder, such as a bundle of the agent's. */
public final class ZippedFolder {

    private static final String ENDING = ".zip";

    /** Dumps shrink to a tenth. Larger ratios are files made to fill the memory. */
    private static final long MOST_RATIO = 200;

    private static final long UNPACKED_BYTES = 1L << 28;

    private static final int MOST_FILES = 10_000;

    private ZippedFolder() {}

    /** Whether it is a file that is called like one. */
    public static boolean isOne(Path file) {
        return file.toString().endsWith(ENDING) && Files.isRegularFile(file);
    }

    /**
     * Opens it, until the program ends.
     *
     * @return its outermost folder
     * @throws FormatException if it is damaged, or unpacks to far more than files of ours do
     */
    public static Path open(Path file) throws IOException {
        try {
            FileSystem opened = FileSystems.newFileSystem(file);
            Path root = opened.getPath("/");
            long most = Math.max(UNPACKED_BYTES, MOST_RATIO * Files.size(file));
            if (unpackedBytes(root, most, 0) > most) {
                throw unreadable(file, "it would unpack to more than " + (most >> 20) + " MiB");
            }
            return root;
        } catch (FormatException e) {
            throw e;
        } catch (IOException | ProviderNotFoundException | IllegalArgumentException | UnsupportedOperationException e) {
            FormatException damaged = unreadable(file, "it is no whole zip file: " + e.getMessage());
            damaged.initCause(e);
            throw damaged;
        }
    }

    private static long unpackedBytes(Path folder, long most, int depth) throws IOException {
        long bytes = 0;
        int files = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                bytes += Files.isDirectory(entry)
                        ? depth > 2 ? 0 : unpackedBytes(entry, most, depth + 1)
                        : Files.size(entry);
                if (bytes > most || ++files > MOST_FILES) {
                    return Long.MAX_VALUE;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return bytes;
    }

    private static FormatException unreadable(Path file, String why) {
        return new FormatException("'" + file + "' can't be read", why, "Copy it again from where it was written");
    }
}
