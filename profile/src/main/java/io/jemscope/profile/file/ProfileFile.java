package io.jemscope.profile.file;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.jemalloc.HeapReader;
import io.jemscope.profile.jemalloc.SymbolSection;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.proflog.ProfLogReader;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens a profile in any known format. The first bytes determine the format, not the file's name. */
public final class ProfileFile {

    /** A dump's name plus this is the name of the file with its Java frames' names. */
    public static final String SYMBOLS_SUFFIX = ".symbols";

    private static final String GZIP_SUFFIX = ".gz";

    private static final int PEEKED_BYTES = 512;

    /** Dumps shrink to about a tenth. A larger ratio means a file made to fill the memory. */
    private static final long MOST_RATIO = 200;

    /** Any file may unpack to this size. */
    private static final long UNPACKED_BYTES = 1L << 26;

    private ProfileFile() {}

    /**
     * Reads a profile. The names beside a dump are read along with it: {@code X.symbols} for {@code X}, and for
     * {@code X.gz} if that has none of its own.
     *
     * @param file a heap dump, a log of jemalloc's {@code prof_log} or a pprof file, compressed by gzip or not
     * @throws NoSuchFileException if the file does not exist
     * @throws FormatException if it is not a regular file, may not be read, has an unknown format, or is damaged
     * @throws IOException if reading fails
     */
    public static Profile read(Path file) throws IOException {
        return readWithBirths(file).withoutBirths();
    }

    /** Reads a profile as {@link #read(Path)} does, with the samples' {@link io.jemscope.profile.Birth births}. */
    public static Profile readWithBirths(Path file) throws IOException {
        return read(file, false);
    }

    /**
     * Reads a profile, also from a pipe or a device such as {@code /dev/stdin}. Reading waits for the pipe's writer, so this
     * is for files that the user named.
     *
     * @param file the file; a name that the JVM could not decode is looked up in its folder
     * @throws NoSuchFileException if the file does not exist
     * @throws FormatException if it may not be read, has an unknown format, or is damaged
     * @throws IOException if reading fails
     */
    public static Profile readNamed(Path file) throws IOException {
        return readNamedWithBirths(file).withoutBirths();
    }

    /** Reads a profile as {@link #readNamed} does, with the samples' {@link io.jemscope.profile.Birth births}. */
    public static Profile readNamedWithBirths(Path file) throws IOException {
        return read(UndecodedName.find(file), true);
    }

    /** JDK 17's Files.newInputStream seeks in available(), which fails for a pipe. */
    private static InputStream open(Path file, boolean regular) throws IOException {
        if (!regular) {
            return new FileInputStream(file.toFile());
        }
        InputStream in = Files.newInputStream(file);
        // An entry of a zip file may unpack to more than its directory says.
        return file.getFileSystem().equals(FileSystems.getDefault()) ? in : new BoundedStream(in, Files.size(file));
    }

    private static Profile read(Path file, boolean alsoPipes) throws IOException {
        boolean regular = check(file, alsoPipes);
        try (InputStream in = new BufferedInputStream(open(file, regular), 1 << 16)) {
            byte[] beginning = peek(in);
            if (!isGzip(beginning)) {
                return read(in, beginning, file, regular);
            }
            try (BoundedStream unpacked = unpack(in, regular ? Files.size(file) : Long.MAX_VALUE);
                    InputStream plain = new BufferedInputStream(unpacked, 1 << 16)) {
                return readUnpacked(plain, unpacked, file, regular);
            }
        } catch (AccessDeniedException e) {
            throw denied(file, e);
        } catch (EOFException | ZipException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        }
    }

    private static Profile readUnpacked(InputStream plain, BoundedStream unpacked, Path file, boolean regular)
            throws IOException {
        try {
            return read(plain, peek(plain), file, regular);
        } catch (EOFException | ZipException e) {
            FormatException damaged = damaged(file, e.getMessage() + " after " + unpacked.count() + " unpacked bytes");
            damaged.initCause(e);
            throw damaged;
        }
    }

    private static FormatException damaged(Path file, String where) {
        return unreadable(
                file,
                "its gzip data are cut short or damaged (" + where + ")",
                "Copy it again from where it was written, or record again");
    }

    /** Whether it is a regular file; fails if it can't be read. */
    private static boolean check(Path file, boolean alsoPipes) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            NoSuchFileException clearer =
                    new NoSuchFileException(file.toString(), null, "there is no such file. Check the path");
            clearer.initCause(e);
            throw clearer;
        } catch (AccessDeniedException e) {
            throw denied(file, e);
        }
        if (attributes.isDirectory()) {
            throw unreadable(file, "it is a folder", "Name one of the files in it");
        }
        if (!attributes.isRegularFile()) {
            if (alsoPipes) {
                return false;
            }
            throw unreadable(file, "it is not a regular file", "Copy its content into a file and name that");
        }
        if (attributes.size() == 0) {
            throw empty(file);
        }
        return true;
    }

    private static FormatException empty(Path file) {
        return unreadable(file, "it is empty", "Check that the disk wasn't full, and take a new dump");
    }

    private static FormatException denied(Path file, AccessDeniedException cause) {
        FormatException denied = new FormatException(
                "'" + file + "' can't be read",
                "this user may not read it",
                "Read it as the user that the program ran as, or have a copy made that you may read");
        denied.initCause(cause);
        return denied;
    }

    private static BoundedStream unpack(InputStream in, long packedBytes) throws IOException {
        long most = packedBytes > Long.MAX_VALUE / MOST_RATIO
                ? Long.MAX_VALUE
                : Math.max(UNPACKED_BYTES, MOST_RATIO * packedBytes);
        return new BoundedStream(new GZIPInputStream(in, 1 << 14), most);
    }

    private static byte[] peek(InputStream in) throws IOException {
        in.mark(PEEKED_BYTES);
        byte[] beginning = in.readNBytes(PEEKED_BYTES);
        in.reset();
        return beginning;
    }

    private static boolean isGzip(byte[] beginning) {
        return beginning.length >= 2 && (beginning[0] & 0xff) == 0x1f && (beginning[1] & 0xff) == 0x8b;
    }

    private static Profile read(InputStream in, byte[] beginning, Path file, boolean regular) throws IOException {
        if (beginning.length == 0) {
            throw empty(file);
        }
        String text = new String(beginning, StandardCharsets.ISO_8859_1);
        String firstWord = text.stripLeading();
        KnownFormats.refuse(file, firstWord);
        if (firstWord.startsWith("heap")
                || firstWord.startsWith("--- ")
                || firstWord.startsWith("%")
                || firstWord.startsWith("<jemalloc>:")) {
            SymbolSection names = regular ? namesBeside(file) : SymbolSection.NONE;
            return named(file, () -> HeapReader.read(in, names));
        }
        if (firstWord.startsWith("{")) {
            SymbolSection names = regular ? namesBeside(file) : SymbolSection.NONE;
            return named(file, () -> ProfLogReader.read(in, names));
        }
        if (!KnownFormats.isText(beginning) && beginsMessage(beginning[0] & 0xff)) {
            return named(file, () -> PprofReader.read(in));
        }
        throw KnownFormats.unknown(file, beginning);
    }

    /** Whether a byte can begin a pprof message: one of its 14 fields, a number or something with a length. */
    private static boolean beginsMessage(int first) {
        int field = first >>> 3;
        int wireType = first & 7;
        return field >= 1 && field <= 14 && (wireType == 0 || wireType == 2);
    }

    private static SymbolSection namesBeside(Path file) throws IOException {
        String name = file.getFileName().toString();
        Path beside = file.resolveSibling(name + SYMBOLS_SUFFIX);
        if (!Files.isRegularFile(beside) && name.endsWith(GZIP_SUFFIX)) {
            // Users often pack the dump, which is large, and not its names.
            String unpacked = name.substring(0, name.length() - GZIP_SUFFIX.length());
            beside = file.resolveSibling(unpacked + SYMBOLS_SUFFIX);
        }
        if (!Files.isRegularFile(beside)) {
            return SymbolSection.NONE;
        }
        return names(beside);
    }

    private static SymbolSection names(Path beside) throws IOException {
        try (InputStream in = Files.newInputStream(beside)) {
            return named(beside, () -> SymbolSection.read(in));
        } catch (AccessDeniedException e) {
            throw denied(beside, e);
        }
    }

    /** One of the readers, which know no path. */
    private interface Reading<T> {

        T read() throws IOException;
    }

    private static <T> T named(Path file, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (FormatException e) {
            FormatException withPath = new FormatException("'" + file + "' can't be read", e.why(), e.next());
            withPath.initCause(e);
            throw withPath;
        }
    }

    static FormatException unreadable(Path file, String why, String next) {
        return new FormatException("'" + file + "' can't be read as a profile", why, next);
    }
}
