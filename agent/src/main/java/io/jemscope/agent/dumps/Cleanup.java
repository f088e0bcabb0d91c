package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * What goes from the dumps' folder when the agent does: what was put aside for answers, what was made of dumps and can be
 * made of them again, and then the process's own folder, if it is empty. The dumps themselves stay, unless they are not to;
 * and as long as one of them is there, so does the sign that their process lives.
 *
 * <p>It looks at the folder alone and waits for no dump: it must not delay the end of a program that is in the
 * middle of one. Where another process that lives goes by the same number, nothing is touched: whose is whose can't be told.
 *
 * @param folder where the process's dumps go
 * @param pid the process
 * @param dumps knows which of the dumps there are its own
 */
public record Cleanup(DumpFolder folder, long pid, DumpStore dumps) {

    /**
     * Cleans up, as far as the file system and the time allow.
     *
     * @param dumpsStay whether the process's dumps stay; what jemalloc has made by itself stays in any case, and so do
     *     other processes' dumps
     * @param untilNanos when to stop, by {@link System#nanoTime}; the rest stays
     */
    public void run(boolean dumpsStay, long untilNanos) {
        try {
            if (FolderCleaner.isFolder(folder.path())) {
                folder.ensure();
                if (!LivenessLocks.others(folder.path()).contains(pid)) {
                    clean(dumpsStay, untilNanos);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What can't be removed stays. The next process of this number cleans its folder.
        }
    }

    private void clean(boolean dumpsStay, long untilNanos) throws IOException {
        FolderCleaner.empty(folder.aside(), pid + ".", untilNanos);
        FolderCleaner.removeIfEmpty(folder.aside());
        Set<String> own = dumps.ownIds();
        boolean leavesDumps = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path())) {
            for (Path file : files) {
                if (!FolderCleaner.inTime(untilNanos)) {
                    return;
                }
                String name = file.getFileName().toString();
                if (name.startsWith(pid + ".") && name.endsWith(Dump.MADE)) {
                    FolderCleaner.empty(file, "", untilNanos);
                } else if (isOwnDump(file, name, own)) {
                    leavesDumps |= dumpsStay || !removeDump(file);
                } else {
                    // A log that jemalloc has still to write, for example. Others would take it for left behind.
                    DumpName says = DumpName.of(name);
                    leavesDumps |= says != null && says.pid() == pid;
                }
            }
        }
        if (!leavesDumps) {
            LivenessLocks.withdraw(folder.path());
        }
        if (!folder.path().equals(folder.root()) && !dumps.isLent()) {
            FolderCleaner.removeIfEmpty(folder.path());
        }
    }

    /** By what the store knows: in a container another program may have had the same number, and left its dumps. */
    private static boolean isOwnDump(Path file, String name, Set<String> own) {
        return name.endsWith(DumpName.ENDING)
                && own.contains(DumpName.idOf(name))
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean removeDump(Path file) {
        try {
            Files.deleteIfExists(Dump.symbols(file));
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
