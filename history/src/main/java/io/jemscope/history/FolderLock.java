package io.jemscope.history;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Held while a folder is changed, by one thread of one process. The kernel releases it however the process ends. Where files can't be
 * locked, as on some network file systems, only threads of this process exclude each other.
 */
final class FolderLock implements AutoCloseable {

    static final String NAME = "lock";

    /** A change takes milliseconds; a process that is stopped meanwhile, as in a debugger, must not stop others. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Set<OpenOption> OPEN =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /** A file's lock belongs to the process: to close any of its channels would release it. */
    private static final ReentrantLock WITHIN = new ReentrantLock();

    private final FileChannel channel;
    private final boolean isExclusive;

    private FolderLock(FileChannel channel, boolean isExclusive) {
        this.channel = channel;
        this.isExclusive = isExclusive;
    }

    /**
     * Locks a folder.
     *
     * @throws IOException if it is locked by another for long
     */
    static FolderLock of(Path folder) throws IOException {
        long due = System.nanoTime() + PATIENCE_NANOS;
        while (!WITHIN.tryLock()) {
            pause(folder, due);
        }
        @Nullable FileChannel channel = null;
        boolean isLocked = false;
        try {
            channel = FileChannel.open(folder.resolve(NAME), OPEN, StatisticsFile.OWNER_ONLY);
            boolean isExclusive = lock(channel, folder, due);
            isLocked = true;
            return new FolderLock(channel, isExclusive);
        } finally {
            if (!isLocked) {
                WITHIN.unlock();
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    /** Returns false if files can't be locked there. */
    private static boolean lock(FileChannel channel, Path folder, long due) throws IOException {
        while (true) {
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return true;
                }
            } catch (OverlappingFileLockException e) {
                // By another copy of this class, as after the agent has been attached again.
            } catch (IOException e) {
                return false;
            }
            pause(folder, due);
        }
    }

    private static void pause(Path folder, long due) throws IOException {
        if (System.nanoTime() - due > 0) {
            throw new IOException("the history in " + folder + " is being changed by another process");
        }
        LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
    }

    /** Whether it excludes other processes. */
    boolean isExclusive() {
        return isExclusive;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            WITHIN.unlock();
        }
    }
}
