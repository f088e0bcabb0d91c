package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dumps that processes have left in a folder which have ended since. A file is one of them only if its name is one that
 * we give, it is a regular file and this user's, and its maker is known to be gone: no process shows life under its number
 * ({@link LivenessLocks}), and if there is one of that number here, it began after the dump was made.
 */
final class OrphanDumps {

    private final Path folder;
    private final long pid;
    private final PartialDumps halfMade;
    private boolean announced;

    /** What others have left in the folder of the process of that number; {@code halfMade} goes as it is found. */
    OrphanDumps(Path folder, long pid, PartialDumps halfMade) {
        this.folder = folder;
        this.pid = pid;
        this.halfMade = halfMade;
    }

    /** Shows the others that this process lives: before each dump, so that none of its dumps is ever there without. */
    void announce() {
        try {
            LivenessLocks.show(folder, pid);
            announced = true;
        } catch (IOException e) {
            // Files can't be locked there: then nobody can tell who lives, and each keeps to his own.
            announced = false;
        }
    }

    /**
     * Finds them, and removes what was left half made.
     *
     * @param own ids of dumps that are none of them, whatever they look like
     * @return the dumps, in no order; none where it can't be told of each whether its maker has ended
     */
    List<SizedDump> find(Set<String> own) {
        try {
            return announced ? look(own) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private List<SizedDump> look(Set<String> own) throws IOException {
        Set<Long> alive = LivenessLocks.others(folder);
        halfMade.remove(alive);
        int owner = PrivateFolder.ownUid();
        List<SizedDump> left = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                OrphanName says = OrphanName.of(name);
                if (says != null && !alive.contains(says.pid())) {
                    String id = name.substring(0, name.length() - DumpName.ENDING.length());
                    SizedDump dump = own.contains(id) ? null : dump(file, id, says, owner);
                    if (dump != null) {
                        left.add(dump);
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return left;
    }

    private static @Nullable SizedDump dump(Path file, String id, OrphanName says, int owner) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            int uid = (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile() || uid != owner) {
                return null;
            }
        } catch (NoSuchFileException e) {
            return null;
        }
        Instant made = attributes.lastModifiedTime().toInstant();
        Instant since = ProgramStart.of(says.pid());
        if (since != null && !made.isBefore(since)) {
            return null;
        }
        boolean symbolized = Files.isRegularFile(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
        Dump dump = new Dump(id, file, attributes.size(), says.kind(), made, says.number(), symbolized);
        return new SizedDump(dump, attributes.size() + (symbolized ? Files.size(dump.symbols()) : 0));
    }
}
