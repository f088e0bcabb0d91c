package io.jemscope.symbols.cache;

import io.jemscope.profile.BuildId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of files that may be deleted at any time. A file is written under a temporary name and then renamed, so that a reader
 * sees a complete file or none; after a crash of the machine, the file's checksum shows damage. A file's modification time is the
 * time of its last use. Each new file evicts the least recently used ones, down to the limit.
 *
 * <p>After an error, a file counts as missing.
 */
final class CacheFolder {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    /** The end of the names of files with source lines. */
    static final String LINES = ".lines";

    private static final String TEMPORARY = ".aside";
    // Writing a file never takes this long: its writer has ended.
    private static final Duration ABANDONED = Duration.ofHours(1);
    // A file's time is updated only when it is older than this; eviction needs no more precision.
    private static final Duration RECENT = Duration.ofHours(1);

    private final Path folder;
    private final long maxBytes;

    CacheFolder(Path folder, long maxBytes) {
        this.folder = folder;
        this.maxBytes = maxBytes;
    }

    private record Found(Path path, long bytes, FileTime used) {}

    /** Reads a file; null if it can't be read whole. */
    @Nullable
    ByteBuffer read(String name) {
        Path path = folder.resolve(name);
        try {
            BasicFileAttributes facts =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // A link may point elsewhere, and a FIFO would block.
            if (!facts.isRegularFile() || facts.size() > Math.min(maxBytes, Integer.MAX_VALUE - Long.BYTES)) {
                return null;
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) facts.size());
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                    // If the file is truncated meanwhile, its checksum fails.
                }
            }
            bytes.flip();
            touch(path, facts.lastModifiedTime());
            return bytes;
        } catch (IOException e) {
            return null;
        }
    }

    private static void touch(Path path, FileTime used) {
        long now = System.currentTimeMillis();
        if (used.toMillis() < now - RECENT.toMillis()) {
            try {
                Files.setLastModifiedTime(path, FileTime.fromMillis(now));
            } catch (IOException e) {
                // Another user's file, or a read-only one: it can still be read.
                return;
            }
        }
    }

    /** Writes or replaces a file, and evicts others if needed. */
    void write(String name, ByteBuffer bytes) {
        if (bytes.remaining() > maxBytes) {
            return;
        }
        Path temporary = null;
        try {
            makeFolder();
            temporary = Files.createTempFile(folder, name, TEMPORARY);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            evict(folder.resolve(name));
        } catch (IOException | DirectoryIteratorException e) {
            delete(temporary);
        }
    }

    private void makeFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
    }

    private void evict(Path latest) throws IOException {
        List<Found> files = new ArrayList<>();
        long total = 0;
        long abandoned = System.currentTimeMillis() - ABANDONED.toMillis();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, CacheFolder::isOurs)) {
            for (Path path : paths) {
                BasicFileAttributes facts = attributes(path);
                if (facts == null || !facts.isRegularFile()) {
                    continue;
                }
                if (!path.toString().endsWith(TEMPORARY)) {
                    files.add(new Found(path, facts.size(), facts.lastModifiedTime()));
                    total += facts.size();
                } else if (facts.lastModifiedTime().toMillis() < abandoned) {
                    delete(path);
                }
            }
        }
        files.sort(Comparator.comparing(Found::used));
        for (Found file : files) {
            if (total <= maxBytes) {
                return;
            }
            if (!file.path().equals(latest)) {
                delete(file.path());
                total -= file.bytes();
            }
        }
    }

    /** Returns whether it is a file of the cache: the user may have named a folder with other files. */
    private static boolean isOurs(Path path) {
        String name = path.getFileName().toString();
        int dash = name.indexOf('-');
        return dash > 0
                && BuildId.isId(name.substring(0, dash))
                && (name.endsWith(LINES) || (name.endsWith(TEMPORARY) && name.contains(LINES)));
    }

    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // Another process deleted it meanwhile.
            return null;
        }
    }

    private static void delete(@Nullable Path path) {
        try {
            if (path != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // Not permitted; the file counts again next time.
            return;
        }
    }
}
