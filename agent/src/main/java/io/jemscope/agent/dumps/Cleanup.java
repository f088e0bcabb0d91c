package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What goes from the dumps' folder when the agent does: what was put aside for answers, what was made of dumps and can be
 * made of them again, and then the process's own folder, if it is empty. The dumps themselves stay, unless they are not to;
 * and as long as one of them is there, so does the sign that their process lives.
 *
 * <p>It looks at the folder alone and waits for nobody who dumps, for it mustn't hold up the end of a program that is in the
 * middle of a dump. Where another process that lives goes by the same number, nothing is touched: whose is whose can't be told.
 */
public final class Cleanup {

    private static final String MADE = ".made";
    private static final String SYMBOLS = ".symbols";

    private final DumpFolder folder;
    private final long pid;
    private final DumpStore dumps;

    /**
     * Makes it.
     *
     * @param folder where the process's dumps go
     * @param pid the process
     * @param dumps knows which of the dumps there are its own
     */
    public Cleanup(DumpFolder folder, long pid, DumpStore dumps) {
        this.folder = folder;
        this.pid = pid;
        this.dumps = dumps;
    }

    /**
     * Tidies up, as far as the file system and the time let it.
     *
     * @param dumpsStay whether the process's dumps stay; what jemalloc has made by itself stays in any case, and so do
     *     other processes' dumps
     * @param inTime is asked again and again; once it says false, the rest stays
     */
    public void run(boolean dumpsStay, BooleanSupplier inTime) {
        try {
            if (Files.isDirectory(folder.path(), LinkOption.NOFOLLOW_LINKS)) {
                folder.ensure();
                if (!LivenessLocks.others(folder.path()).contains(pid)) {
                    tidy(dumpsStay, inTime);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What can't be removed stays. A dump's folder of this number is tidied up by the next process that has it.
        }
    }

    private void tidy(boolean dumpsStay, BooleanSupplier inTime) throws IOException {
        Path aside = folder.path().resolve("aside");
        FolderCleaner.of(aside, pid + ".", inTime);
        FolderCleaner.ifEmpty(aside);
        Set<String> own = dumps.ownIds();
        boolean leavesDumps = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path())) {
            for (Path file : files) {
                if (!inTime.getAsBoolean()) {
                    return;
                }
                String name = file.getFileName().toString();
                if (name.startsWith(pid + ".") && name.endsWith(MADE)) {
                    FolderCleaner.of(file, "", inTime);
                    FolderCleaner.ifEmpty(file);
                } else if (!isOwnDump(file, name, own)) {
                    // A log that jemalloc has still to write, say.
                    leavesDumps |= isOfThisNumber(name);
                } else {
                    leavesDumps |= dumpsStay || !removeDump(file);
                }
            }
        }
        if (!leavesDumps) {
            LivenessLocks.withdraw(folder.path());
        }
        if (!folder.path().equals(folder.root()) && !dumps.isLent()) {
            FolderCleaner.ifEmpty(folder.path());
        }
    }

    /** By what the store knows: in a container another program may have had the same number, and left its dumps. */
    private static boolean isOwnDump(Path file, String name, Set<String> own) {
        return name.endsWith(DumpName.ENDING)
                && own.contains(name.substring(0, name.length() - DumpName.ENDING.length()))
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether others would take it for left behind by a process of this number, unless that shows that it lives. */
    private boolean isOfThisNumber(String name) {
        OrphanName says = OrphanName.of(name);
        return says != null && says.pid() == pid;
    }

    private static boolean removeDump(Path file) {
        try {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + SYMBOLS));
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
