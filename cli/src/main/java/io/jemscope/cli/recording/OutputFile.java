package io.jemscope.cli.recording;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file the command writes: complete or not at all, and never over another one in silence. It is written under a
 * temporary name beside its place, which it gets in the end. Pipes and character devices ({@code /dev/stdout}) are
 * written straight into.
 */
public final class OutputFile {

    /** Writes a file's content. */
    @FunctionalInterface
    public interface Content {

        /**
         * Writes it.
         *
         * @param out where to; closed by the caller
         * @throws IOException where it can't be written
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Kinds of files in their mode (inode(7)). */
    private static final int TYPE = 0170000;

    private static final int PIPE = 0010000;
    private static final int CHARACTER_DEVICE = 0020000;

    private OutputFile() {}

    /**
     * Says early whether a file can be written.
     *
     * @param force whether it may replace another one
     * @throws CommandFailure where it can't
     */
    public static void check(Path file, boolean force) throws CommandFailure {
        if (Files.isDirectory(file)) {
            throw unwritable(file, "it is a folder", "name a file in it");
        }
        if (isStream(file)) {
            return;
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw unwritable(file, "it is not a regular file", "choose another file with -o");
        }
        if (Files.exists(file) && !force) {
            throw unwritable(file, "there is such a file already", "choose another one with -o, or say --force");
        }
        Path folder = folder(file);
        if (!Files.isDirectory(folder)) {
            throw unwritable(file, folder + " is not a folder", "make the folder, or choose another file with -o");
        }
        if (!Files.isWritable(folder)) {
            throw unwritable(file, folder + " can't be written by this user", "choose another file with -o");
        }
    }

    /**
     * Writes a file.
     *
     * @param force whether it may replace another one
     * @throws FileAlreadyExistsException where there is such a file and it may not be replaced
     * @throws IOException where it can't be written; nothing is left behind
     */
    public static void write(Path file, boolean force, Content content) throws IOException {
        if (isStream(file)) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.WRITE))) {
                content.writeTo(out);
            }
            return;
        }
        // A link stays a link: what it points to is replaced.
        Path place = force && Files.exists(file) ? file.toRealPath() : file;
        Path temporary = Files.createTempFile(folder(place), "." + place.getFileName() + ".", ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
                content.writeTo(out);
            }
            if (force) {
                Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } else {
                publish(temporary, place);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Gives a file its name, unless another one has it: a link is made or refused in one step, a renaming isn't. */
    private static void publish(Path temporary, Path place) throws IOException {
        try {
            Files.createLink(place, temporary);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            // A file system without links, such as one of a memory card.
            Files.move(temporary, place);
        }
    }

    /**
     * Says whether a file is one that can only be written through: a pipe or a character device.
     *
     * @return whether it is; false where there is none
     */
    static boolean isStream(Path file) {
        try {
            return Files.exists(file)
                    && Files.getAttribute(file, "unix:mode") instanceof Integer mode
                    && ((mode & TYPE) == PIPE || (mode & TYPE) == CHARACTER_DEVICE);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * A name that no file has yet.
     *
     * @param file the name wanted
     * @return that name, or the same with {@code -2}, {@code -3}, … before its ending
     */
    public static Path free(Path file) {
        Path free = file;
        for (int number = 2; Files.exists(free, LinkOption.NOFOLLOW_LINKS); number++) {
            free = withSuffix(file, "-" + number);
        }
        return free;
    }

    /**
     * A name beside another one.
     *
     * @param suffix what to put before its ending ({@code .pb.gz} is one ending)
     */
    public static Path withSuffix(Path file, String suffix) {
        String name = String.valueOf(file.getFileName());
        int end = name.endsWith(".pb.gz") ? name.length() - ".pb.gz".length() : name.lastIndexOf('.');
        int at = end <= 0 ? name.length() : end;
        return file.resolveSibling(name.substring(0, at) + suffix + name.substring(at));
    }

    private static Path folder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file.toAbsolutePath() : folder;
    }

    private static CommandFailure unwritable(Path file, String why, String next) {
        return new CommandFailure(ExitCode.UNWRITABLE, "can't write " + file, why, next);
    }
}
