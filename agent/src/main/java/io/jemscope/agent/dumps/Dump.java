package io.jemscope.agent.dumps;

import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A dump in the store.
 *
 * @param id its name, without the ending
 * @param bytes how long the file is
 * @param kind why it was made
 * @param made when
 * @param number which one of its maker's it is, from 0 up
 * @param symbolized whether the names of its Java frames are beside it
 */
public record Dump(String id, Path file, long bytes, DumpKind kind, Instant made, long number, boolean symbolized)
        implements Comparable<Dump> {

    /** What is made of a dump lies in a folder with this ending. */
    static final String MADE = ".made";

    private static final String ATTRIBUTES = "unix:isRegularFile,uid,size,lastModifiedTime";

    /** A dump's file as it is now; null if it is gone, isn't a regular file, or is another user's. */
    static @Nullable Dump read(Path file, String id, DumpKind kind, long number) throws IOException {
        try {
            // All at once: each kind of attributes is a call to the system of its own.
            Map<String, Object> all = Files.readAttributes(file, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            if (!Boolean.TRUE.equals(all.get("isRegularFile"))
                    || !Integer.valueOf(PrivateFolder.ownUid()).equals(all.get("uid"))) {
                return null;
            }
            Instant made = attribute(all, "lastModifiedTime", FileTime.class).toInstant();
            return new Dump(id, file, attribute(all, "size", Long.class), kind, made, number, isSymbolized(file));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static <T> T attribute(Map<String, Object> all, String name, Class<T> type) {
        return type.cast(Objects.requireNonNull(all.get(name)));
    }

    static boolean isSymbolized(Path file) {
        return Files.isRegularFile(symbols(file), LinkOption.NOFOLLOW_LINKS);
    }

    /** Where the names of its Java frames are, if it has them. */
    public Path symbols() {
        return symbols(file);
    }

    static Path symbols(Path file) {
        return file.resolveSibling(file.getFileName() + ".symbols");
    }

    /** What it takes on disk, with the names of its Java frames. */
    long bytesOnDisk() {
        try {
            return bytes + Files.size(symbols());
        } catch (IOException e) {
            // It has none.
            return bytes;
        }
    }

    /** The older first; of the same moment, the lower number. */
    @Override
    public int compareTo(Dump other) {
        int order = made.compareTo(other.made);
        return order != 0 ? order : Long.compare(number, other.number);
    }
}
