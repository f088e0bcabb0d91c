package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which of the processes that dump into a folder are alive. Each has a file there, {@code <pid>.<n>.alive}, and a lock on it
 * that the kernel takes back when the process ends, however it ends. Unlike a number in {@code /proc} the lock is seen by
 * other containers too that share the folder, and may well share the number: in containers it is 1 more often than not.
 *
 * <p>Such locks are the process's, not the descriptor's: to close any descriptor of the file gives them up. So a process must
 * never open its own file a second time.
 */
final class LivenessLocks {

    private static final String ENDING = ".alive";
    private static final int ATTEMPTS = 100;
    private static final byte[] CONTENT = {'\n'};

    private static final Set<OpenOption> MAKE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> LOOK = Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /** By folder, as it is {@link #known}. Given back with the last dump alone: when the agent leaves, the process that has made them lives on. */
    private static final Map<Path, Sign> OURS = new HashMap<>();

    /** A file, and what holds the lock on it. */
    private record Sign(Path file, FileChannel channel) {}

    private LivenessLocks() {}

    /**
     * Acquires this process's liveness lock. Called before each dump, so that its file is never older than
     * the dumps that it protects.
     *
     * @param folder where it dumps
     * @param pid its number
     * @throws IOException where the file can't be made, or not be locked
     */
    static synchronized void show(Path folder, long pid) throws IOException {
        // A program may interrupt every thread it finds, and to be interrupted here would close the file.
        boolean interrupted = Thread.interrupted();
        try {
            Path known = known(folder);
            if (!isShown(known)) {
                showAnew(known, pid);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The one name by which it is known, however many lead to it: by another our own file would be opened once more. */
    private static Path known(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            // It isn't there, or a folder on the way can't be searched.
            return folder.toAbsolutePath().normalize();
        }
    }

    private static boolean isShown(Path folder) throws IOException {
        Sign ours = OURS.get(folder);
        if (ours == null) {
            return false;
        }
        if (ours.channel().isOpen() && Files.exists(ours.file(), LinkOption.NOFOLLOW_LINKS)) {
            touch(ours.channel());
            return true;
        }
        // The file was removed, or the thread that locked it was interrupted: then the lock is gone.
        OURS.remove(folder);
        ours.channel().close();
        return false;
    }

    private static void showAnew(Path folder, long pid) throws IOException {
        for (int n = 1; n <= ATTEMPTS; n++) {
            if (show(folder, folder.resolve(pid + "." + n + ENDING))) {
                return;
            }
        }
        throw new IOException("all of " + ATTEMPTS + " names for a sign of life are taken");
    }

    private static boolean show(Path folder, Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, MAKE, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        boolean shown = false;
        try {
            // A process that found it without a lock may have removed it meanwhile.
            if (lock(channel) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                touch(channel);
                OURS.put(folder, new Sign(file, channel));
                shown = true;
            }
            return shown;
        } finally {
            if (!shown) {
                channel.close();
            }
        }
    }

    /**
     * Shows it no longer, since nothing in the folder is this process's any more.
     *
     * @param folder where it dumped
     * @throws IOException where the file can't be removed
     */
    static synchronized void withdraw(Path folder) throws IOException {
        Sign ours = OURS.remove(known(folder));
        if (ours != null) {
            // While it is locked, so that no process takes it for an orphan.
            Files.deleteIfExists(ours.file());
            ours.channel().close();
        }
    }

    /** By writing, since to set its time may open and close it once more. */
    private static void touch(FileChannel channel) throws IOException {
        channel.write(ByteBuffer.wrap(CONTENT), 0);
    }

    /**
     * The other processes that show that they live. The signs of those that have ended are removed.
     *
     * @param folder where they dump
     * @return their numbers; this process's own where another has it as well
     * @throws IOException where that can't be told of each
     */
    static synchronized Set<Long> others(Path folder) throws IOException {
        Path known = known(folder);
        Sign ours = OURS.get(known);
        Set<Long> alive = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(known)) {
            for (Path file : files) {
                long pid = pid(file.getFileName().toString());
                boolean foreign = ours == null || !ours.file().equals(file);
                if (pid > 0 && foreign && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isHeld(file)) {
                    alive.add(pid);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return alive;
    }

    private static boolean isHeld(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, LOOK)) {
            if (!lock(channel)) {
                return true;
            }
            // While it is locked: who makes it anew meanwhile takes the next name.
            Files.deleteIfExists(file);
            return false;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Held by this process.
            return false;
        }
    }

    /** Whose sign of life a file is; -1 where it is none. */
    private static long pid(String name) {
        int dot = name.indexOf('.');
        int end = name.length() - ENDING.length();
        return dot > 0 && name.endsWith(ENDING) && Digits.number(name, dot + 1, end) > 0
                ? Digits.number(name, 0, dot)
                : -1;
    }
}
