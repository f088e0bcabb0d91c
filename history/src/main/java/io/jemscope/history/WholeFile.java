package io.jemscope.history;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Writes a file that is there as a whole or not at all. */
final class WholeFile {

    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /** What is in it. */
    interface Body {

        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /** Writes the file, in place of one of that name. For use with the folder's lock held. */
    static void write(Path file, Body body) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + FileNames.PART);
        // A process that was killed meanwhile has left it.
        Files.deleteIfExists(part);
        try {
            try (FileChannel channel = FileChannel.open(part, NEW, StatisticsFile.OWNER_ONLY);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 13)) {
                body.writeTo(out);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
