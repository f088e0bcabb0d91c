package io.jemscope.agent.web.auth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The file of an audit. It is opened for each line, so that it can be moved away at any time, and belongs to its user
 * alone. When it has grown to a megabyte it is put aside as {@code ….1}, in place of the one that was there: two together
 * are the most that it takes.
 */
public final class AuditFile {

    private static final long MOST_BYTES = 1 << 20;

    private static final Set<OpenOption> APPEND = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private final Path file;
    private final AtomicLong lost = new AtomicLong();

    private AuditFile(Path file) {
        this.file = file;
    }

    /** A file, which need not be there yet; its folder has to. */
    public static AuditFile at(Path file) {
        return new AuditFile(file);
    }

    /** The one beside it for what was refused. */
    AuditFile refused() {
        return new AuditFile(file.resolveSibling(file.getFileName() + ".refused"));
    }

    /**
     * How many lines have been lost since the last that was written.
     *
     * @return 0 and more
     */
    public long lost() {
        return lost.get();
    }

    /** A line was lost on the way here. */
    void lose() {
        lost.incrementAndGet();
    }

    /** Writes a line, by one thread at a time. */
    void append(String line) {
        long missing = lost.get();
        String text = missing == 0 ? line : missing + " lines before this one were lost\n" + line;
        try {
            putAside(file);
            try (FileChannel channel = FileChannel.open(
                    file,
                    APPEND,
                    PosixFilePermissions.asFileAttribute(
                            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)))) {
                writeWhole(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            }
            lost.addAndGet(-missing);
        } catch (IOException e) {
            // A full disk, a folder that is gone: the change was made all the same, and the next line will tell.
            lose();
        }
    }

    /** Where the disk fills up in the middle of a line, the rest of it is missing, and no more. */
    private static void writeWhole(FileChannel channel, ByteBuffer text) throws IOException {
        while (text.hasRemaining()) {
            channel.write(text);
        }
    }

    private static void putAside(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) >= MOST_BYTES) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
