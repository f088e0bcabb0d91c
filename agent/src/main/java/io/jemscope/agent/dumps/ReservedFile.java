package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file that jemalloc is to write later. It is there from the start, empty and open to nobody else, since jemalloc would
 * make it for all to read; and so that its name stays taken, and its folder isn't removed as an empty one.
 */
final class ReservedFile {

    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> NEW_OR_THERE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private ReservedFile() {}

    /** Makes it; there mustn't be one. */
    static void create(Path file) throws IOException {
        Files.newByteChannel(file, NEW, OWNER_ONLY).close();
    }

    /** Makes it again, if somebody has taken it away; throws where it couldn't be opened now. */
    static void ensure(Path file) throws IOException {
        Files.newByteChannel(file, NEW_OR_THERE, OWNER_ONLY).close();
    }
}
