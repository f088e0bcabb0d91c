package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Meets a full disk before jemalloc does: a small file is written and measured, as Mesos does it, and what the file system
 * says is free is held against the last dump. Several processes may look at once in a folder that they share: each has a
 * file of its own.
 */
final class DiskSpaceCheck {

    private static final int PROBE_BYTES = 64 << 10;

    private static final String BEGIN = "space.probe.";

    private static final Set<OpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private DiskSpaceCheck() {}

    /**
     * Looks for room.
     *
     * @param likelyBytes as much as the last dump took
     * @throws SetupException where there isn't enough
     */
    static void check(Path folder, long likelyBytes) throws IOException {
        // Not by the process's number, which another may have in a container of its own.
        Path probe = folder.resolve(
                BEGIN + Long.toHexString(ThreadLocalRandom.current().nextLong()));
        long written;
        try {
            written = write(probe);
        } catch (IOException e) {
            throw refuse(folder, "a file of 64 KiB can't be written there (" + FileFailure.reason(e) + ")", e);
        } finally {
            FolderCleaner.remove(probe);
        }
        if (written != PROBE_BYTES) {
            throw refuse(folder, "of a file of 64 KiB only " + written + " bytes could be written there", null);
        }
        // File systems that don't tell answer 0.
        long free = folder.toFile().getUsableSpace();
        if (free > 0 && free < likelyBytes) {
            throw refuse(
                    folder, "the last dump took " + likelyBytes + " bytes, and only " + free + " are free there", null);
        }
    }

    /** Whether a file of that name is one of these: then a process that was killed has left it, or is just looking. */
    static boolean isProbe(String fileName) {
        return fileName.startsWith(BEGIN);
    }

    private static long write(Path probe) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(probe, NEW_FILE)) {
            ByteBuffer zeros = ByteBuffer.allocate(PROBE_BYTES);
            while (zeros.hasRemaining()) {
                channel.write(zeros);
            }
        }
        return Files.size(probe);
    }

    private static SetupException refuse(Path folder, String why, @Nullable Exception cause) {
        SetupException refused = new SetupException("the folder " + folder + " has no room for a dump: " + why
                + ". Remove dumps that aren't needed, or make room on that disk.");
        if (cause != null) {
            refused.initCause(cause);
        }
        return refused;
    }
}
