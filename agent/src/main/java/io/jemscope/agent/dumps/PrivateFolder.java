package io.jemscope.agent.dumps;

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
import org.jspecify.annotations.Nullable;

/** Folders that no other user may write to: a planted file would be taken for ours. */
public final class PrivateFolder {

    private static final int TYPE_MASK = 0170000;
    private static final int FOLDER = 0040000;
    private static final int LINK = 0120000;
    private static final int OTHERS_WRITE = 0022;
    private static final int EVERYONE_WRITES = 0002;
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
     * @throws SetupException if it is a link, another user's, or others may write to it or replace it, since they may write to a
     *     folder above it; nothing is made then
     * @throws IOException where it can't be made or looked at
     */
    public static void ensure(Path folder) throws IOException {
        checkAncestors(folder);
        try {
            create(folder);
        } catch (FileAlreadyExistsException e) {
            check(folder);
        }
    }

    /**
     * Each folder above a private one belongs to the user or to root, and not everyone may write to it. Members of its group may:
     * the administrator chose them. The sticky bit, as on {@code /tmp}, keeps users from replacing each other's entries. The root
     * of a mounted volume may have any owner and mode: Kubernetes mounts an emptyDir with mode 0777, and NFS exports often belong to
     * {@code nobody}.
     */
    private static void checkAncestors(Path folder) throws IOException {
        Danger danger = dangerAbove(folder);
        if (danger != null) {
            throw refuse(
                    folder,
                    danger.words(),
                    danger.isForeign()
                            ? "Name another folder with JEMSCOPE_RUNTIME_DIR or the setting folder"
                            : "Run chmod o-w " + danger.at()
                                    + ", or name another folder with JEMSCOPE_RUNTIME_DIR or the setting folder");
        }
    }

    /**
     * Why others may replace a file: they may write to a folder above it, or own it.
     *
     * @param file the file, without symbolic links in its path
     * @return half a sentence; null if only its user, root and groups may
     * @throws IOException where a folder can't be looked at
     */
    public static @Nullable String ancestorDanger(Path file) throws IOException {
        Danger danger = dangerAbove(file);
        return danger == null ? null : danger.words();
    }

    /** A folder that isn't safe to be below. */
    private record Danger(Path at, int owner, boolean isForeign) {
        private String words() {
            return isForeign
                    ? at + " above it belongs to another user, uid " + Integer.toUnsignedString(owner)
                    : "every user may write to " + at + " above it";
        }
    }

    private static @Nullable Danger dangerAbove(Path folder) throws IOException {
        int own = ownUid();
        for (Path at = nearestAncestor(folder); at != null; at = at.getParent()) {
            int mode = (Integer) Files.getAttribute(at, "unix:mode");
            int owner = (Integer) Files.getAttribute(at, "unix:uid");
            boolean isForeign = owner != own && owner != ROOT;
            boolean isOpen = (mode & EVERYONE_WRITES) != 0 && (mode & STICKY) == 0;
            if ((isForeign || isOpen) && !isMounted(at)) {
                return new Danger(at, owner, isForeign);
            }
        }
        return null;
    }

    /** The nearest folder above that exists, without symbolic links in its path. */
    private static @Nullable Path nearestAncestor(Path folder) throws IOException {
        Path at = folder.toAbsolutePath().getParent();
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at == null ? null : at.toRealPath();
    }

    /** Whether it is the root of a mounted file system. A bind mount from the same file system doesn't count. */
    static boolean isMounted(Path folder) throws IOException {
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
            throw refuse(folder, "it is not a folder");
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
        return refuse(
                folder,
                why,
                "Repair or remove it, or name another folder with JEMSCOPE_RUNTIME_DIR or the setting folder");
    }

    private static SetupException refuse(Path folder, String why, String whatToDo) {
        return new SetupException("the folder " + folder + " isn't used, since " + why + ". " + whatToDo + ".");
    }
}
