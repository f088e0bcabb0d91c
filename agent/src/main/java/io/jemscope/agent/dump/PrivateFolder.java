package io.jemscope.agent.dump;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Folders that nobody else may put anything into: what is planted there would be taken for ours. */
public final class PrivateFolder {

    private static final int TYPE_MASK = 0170000;
    private static final int FOLDER = 0040000;
    private static final int LINK = 0120000;
    private static final int OTHERS_WRITE = 0022;
    private static final int STICKY = 01000;
    private static final int ROOT = 0;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(EnumSet.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE));

    private PrivateFolder() {}

    /**
     * Makes the folder where it isn't there (0700, and what is missing above it too), and checks it where it is.
     *
     * @param folder the folder
     * @throws SetupException if it is a link, another user's, or others may write to it or replace it, since they may write to a
     *     folder above it
     * @throws IOException where it can't be made or looked at
     */
    public static void ensure(Path folder) throws IOException {
        try {
            create(folder);
        } catch (FileAlreadyExistsException e) {
            check(folder);
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            checkAncestors(folder, parent.toRealPath());
        }
    }

    /**
     * The rule of OpenSSH for the folders above a private one: each is the user's own or root's, and others may not write to it.
     * Two kinds may be open to all: folders such as {@code /tmp}, where the sticky bit keeps users from each other's entries, and
     * volumes that were mounted so, as Kubernetes mounts an emptyDir.
     */
    private static void checkAncestors(Path folder, Path nearest) throws IOException {
        int own = ownUid();
        for (Path at = nearest; at != null; at = at.getParent()) {
            int mode = (Integer) Files.getAttribute(at, "unix:mode");
            int owner = (Integer) Files.getAttribute(at, "unix:uid");
            if (owner != own && owner != ROOT) {
                throw refuse(folder, at + " above it belongs to another user");
            }
            if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0 && !isMounted(at)) {
                throw refuse(folder, "other users may write to " + at + " above it");
            }
        }
    }

    private static boolean isMounted(Path folder) throws IOException {
        Path parent = folder.getParent();
        return parent == null || !Files.getAttribute(folder, "unix:dev").equals(Files.getAttribute(parent, "unix:dev"));
    }

    private static void create(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, OWNER_ONLY);
        } catch (NoSuchFileException e) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw e;
            }
            Files.createDirectories(parent, OWNER_ONLY);
            Files.createDirectory(folder, OWNER_ONLY);
        }
    }

    private static void check(Path folder) throws IOException {
        int mode = (Integer) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        int owner = (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if ((mode & TYPE_MASK) == LINK) {
            throw refuse(folder, "it is a symbolic link, which anyone could have put there");
        }
        if ((mode & TYPE_MASK) != FOLDER) {
            throw refuse(folder, "it is no folder");
        }
        if (owner != ownUid()) {
            throw refuse(folder, "it belongs to another user");
        }
        if ((mode & OTHERS_WRITE) != 0) {
            throw refuse(folder, "other users may write to it");
        }
    }

    /**
     * The user that this process runs as.
     *
     * @return the number of the user
     * @throws IOException where the kernel doesn't say
     */
    public static int ownUid() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    private static SetupException refuse(Path folder, String why) {
        return new SetupException(
                "the folder " + folder + " isn't used, since " + why + ". Mend or remove it, or name another folder.");
    }
}
