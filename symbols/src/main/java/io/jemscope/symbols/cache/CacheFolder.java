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
 * A folder of files that may go at any time. Files are written aside and moved into place, so that a reader sees a whole
 * one or none; what a crash of the machine leaves half written, the files' own checks tell. When a file was last used is
 * its time of change; with each new file those that were used longest ago are deleted, down to the bound.
 *
 * <p>All that goes wrong is as if the file weren't there.
 */
final class CacheFolder {

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");
    /** What ends the names of files with source lines. */
    static final String LINES = ".lines";

    private static final String ASIDE = ".aside";
    // Nobody writes a file for as long as this; whoever began has died.
    private static final Duration ABANDONED = Duration.ofHours(1);
    // A file's time is set again only when it is older than this: it tells files of last week from those of today.
    private static final Duration RECENT = Duration.ofHours(1);

    private final Path folder;
    private final long mostBytes;

    CacheFolder(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /** A file found in the folder. */
    private record Found(Path path, long bytes, FileTime used) {}

    /** The file's bytes; null where there is none that can be read whole. */
    @Nullable
    ByteBuffer read(String name) {
        Path path = folder.resolve(name);
        try {
            BasicFileAttributes facts =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // Neither a link that leads elsewhere nor a FIFO, which would block.
            if (!facts.isRegularFile() || facts.size() > Math.min(mostBytes, Integer.MAX_VALUE - Long.BYTES)) {
                return null;
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) facts.size());
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                    // A file shrinks only where somebody tampers with it; then its check fails.
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
                // Somebody else's file, or a read-only one: it can be read all the same.
                return;
            }
        }
    }

    /** Puts a file there, in place of one of that name, and makes room for it. */
    void write(String name, ByteBuffer bytes) {
        if (bytes.remaining() > mostBytes) {
            return;
        }
        Path aside = null;
        try {
            makeFolder();
            aside = Files.createTempFile(folder, name, ASIDE);
            try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            Files.move(aside, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            makeRoom(folder.resolve(name));
        } catch (IOException | DirectoryIteratorException e) {
            delete(aside);
        }
    }

    private void makeFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNERS));
        }
    }

    private void makeRoom(Path latest) throws IOException {
        List<Found> files = new ArrayList<>();
        long all = 0;
        long abandoned = System.currentTimeMillis() - ABANDONED.toMillis();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, CacheFolder::isOurs)) {
            for (Path path : paths) {
                BasicFileAttributes facts = attributes(path);
                if (facts == null || !facts.isRegularFile()) {
                    continue;
                }
                if (!path.toString().endsWith(ASIDE)) {
                    files.add(new Found(path, facts.size(), facts.lastModifiedTime()));
                    all += facts.size();
                } else if (facts.lastModifiedTime().toMillis() < abandoned) {
                    delete(path);
                }
            }
        }
        files.sort(Comparator.comparing(Found::used));
        for (Found file : files) {
            if (all <= mostBytes) {
                return;
            }
            if (!file.path().equals(latest)) {
                delete(file.path());
                all -= file.bytes();
            }
        }
    }

    /** The user may have named a folder that holds other files, too. */
    private static boolean isOurs(Path path) {
        String name = path.getFileName().toString();
        int dash = name.indexOf('-');
        return dash > 0
                && BuildId.isId(name.substring(0, dash))
                && (name.endsWith(LINES) || (name.endsWith(ASIDE) && name.contains(LINES)));
    }

    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // Another process has deleted it meanwhile.
            return null;
        }
    }

    private static void delete(@Nullable Path path) {
        try {
            if (path != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // Not ours to delete; it counts next time, too.
            return;
        }
    }
}
