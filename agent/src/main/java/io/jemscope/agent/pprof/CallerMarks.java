package io.jemscope.agent.pprof;

import io.jemscope.agent.dump.Dump;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Puts a frame before the Java frames of stacks that have no other: those of compiled Java code that called the allocator
 * itself, as by a foreign function. jeprof asks for the first address of a stack as it is, and for the one before each of
 * the others; what stands for a Java frame must then never be first, or its name would be another's.
 */
final class CallerMarks {

    /** What stands for compiled Java code; {@link SymbolLookup} names it. */
    static final long MARK = 0x4a4d_0000_0000_0002L;

    private static final int PIECE_BYTES = 1 << 16;

    private static final byte[] JAVA_FIRST = "\n@ 0x4a45".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MARKED = "\n@ 0x4a4d000000000002 0x4a45".getBytes(StandardCharsets.US_ASCII);

    private static final Set<OpenOption> NEW_FILE = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private CallerMarks() {}

    /** The dump, open for reading, with marks where it needs some: then another file, which has no name any more. */
    static FileChannel open(Dump dump) throws IOException {
        FileChannel raw = FileChannel.open(dump.file(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        try {
            if (!copy(dump.file(), OutputStream.nullOutputStream())) {
                return raw;
            }
        } catch (IOException e) {
            raw.close();
            throw e;
        }
        raw.close();
        Path copy = dump.file().resolveSibling(dump.id() + ".marked");
        FileChannel marked = FileChannel.open(copy, NEW_FILE);
        try {
            Files.delete(copy);
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(marked), 1 << 14);
            copy(dump.file(), out);
            out.flush();
            return marked;
        } catch (IOException e) {
            marked.close();
            throw e;
        }
    }

    /** Copies with marks; answers whether there are any. */
    private static boolean copy(Path file, OutputStream out) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return copy(in, out);
        }
    }

    /** The same of a stream. Goes by large pieces: whoever has asked for the dump is waiting. */
    static boolean copy(InputStream in, OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        boolean marked = false;
        int matched = 0;
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            // What a piece ended with that may have been the beginning: it was held back.
            int held = matched;
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (piece[i] == JAVA_FIRST[matched]) {
                    matched++;
                } else {
                    // Only its first character can begin it anew: no other is a line feed.
                    matched = piece[i] == JAVA_FIRST[0] ? 1 : 0;
                }
                if (matched == JAVA_FIRST.length) {
                    int start = i + 1 - matched;
                    if (start >= 0) {
                        out.write(JAVA_FIRST, 0, held);
                        out.write(piece, from, start - from);
                    }
                    out.write(MARKED);
                    marked = true;
                    held = 0;
                    matched = 0;
                    from = i + 1;
                }
            }
            int end = length - matched;
            if (end >= 0) {
                out.write(JAVA_FIRST, 0, held);
                out.write(piece, from, end - from);
            }
        }
        out.write(JAVA_FIRST, 0, matched);
        return marked;
    }
}
