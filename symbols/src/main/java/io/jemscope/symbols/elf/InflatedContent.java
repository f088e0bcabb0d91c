package io.jemscope.symbols.elf;

import java.nio.file.Path;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A section compressed with zlib, inflated as it is read and never held whole unless asked to: a libjvm's debug file
 * inflates to 364 MB, and what is wanted of it is read in order.
 */
final class InflatedContent extends SectionContent {

    // zlib's best ratio is 1032 to 1: a section that claims more is damaged.
    private static final long BEST_RATIO = 1032;
    private static final int CHUNK_BYTES = 1 << 16;

    private final Path path;
    private final SectionContent compressed;
    private final long headerBytes;
    private final long bytes;
    private final byte[] input = new byte[CHUNK_BYTES];
    private final byte[] skipped = new byte[CHUNK_BYTES];
    private Inflater inflater = new Inflater();
    private long consumed;
    private long position;

    /**
     * Makes it.
     *
     * @param path the file, for messages
     * @param compressed the section as the file has it
     * @param headerBytes how long the compression header before the data is
     * @param bytes what the header says of the inflated content's length; checked here against what can be true
     */
    InflatedContent(Path path, SectionContent compressed, long headerBytes, long bytes) throws ElfException {
        if (bytes < 0 || bytes / BEST_RATIO > compressed.bytes()) {
            throw damaged(path, "claims to be longer than what it is compressed to can hold", null);
        }
        this.path = path;
        this.compressed = compressed;
        this.headerBytes = headerBytes;
        this.bytes = bytes;
        this.consumed = headerBytes;
    }

    private InflatedContent(InflatedContent other) {
        this.path = other.path;
        this.compressed = other.compressed;
        this.headerBytes = other.headerBytes;
        this.bytes = other.bytes;
        this.consumed = headerBytes;
    }

    /** The same content at its beginning, for another thread. */
    InflatedContent twin() {
        return new InflatedContent(this);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void read(long offset, byte[] to, int at, int length) throws ElfException {
        if (!has(offset, length)) {
            throw damaged(path, "is shorter than what refers to it", null);
        }
        if (offset < position) {
            restart();
        }
        while (position < offset) {
            inflate(skipped, 0, (int) Math.min(skipped.length, offset - position));
        }
        int done = 0;
        while (done < length) {
            done += inflate(to, at + done, length - done);
        }
    }

    private void restart() {
        inflater.end();
        inflater = new Inflater();
        consumed = headerBytes;
        position = 0;
    }

    private int inflate(byte[] to, int at, int length) throws ElfException {
        try {
            int count = inflater.inflate(to, at, length);
            while (count == 0) {
                if (inflater.finished() || inflater.needsDictionary() || consumed == compressed.bytes()) {
                    throw damaged(path, "ends before its end", null);
                }
                refill();
                count = inflater.inflate(to, at, length);
            }
            position += count;
            return count;
        } catch (DataFormatException e) {
            throw damaged(path, "can't be inflated", e);
        }
    }

    /**
     * zlib is native code, in which reading a mapped page that has lost its file would end the JVM: it gets copies.
     */
    private void refill() throws ElfException {
        int count = (int) Math.min(input.length, compressed.bytes() - consumed);
        compressed.read(consumed, input, 0, count);
        consumed += count;
        inflater.setInput(input, 0, count);
    }

    @Override
    public SectionContent inAnyOrder() throws ElfException {
        // Several sections are held at a time, next to a program that may need the heap for itself.
        if (bytes > Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8)) {
            throw new ElfException(path + " can't be read for source lines: a compressed section of " + bytes
                    + " bytes is too large for this JVM's heap. Decompress it once (objcopy"
                    + " --decompress-debug-sections), or give more heap (-Xmx).");
        }
        byte[] whole = new byte[(int) bytes];
        read(0, whole, 0, whole.length);
        inflater.end();
        inflater = new Inflater();
        return new HeapContent(whole);
    }

    @Override
    public boolean isInAnyOrder() {
        return false;
    }

    private static ElfException damaged(Path path, String why, @Nullable Throwable cause) {
        ElfException damaged = new ElfException(path + " can't be read for source lines: a compressed section " + why
                + ". The file is damaged or still being written; put an intact copy in its place.");
        if (cause != null) {
            damaged.initCause(cause);
        }
        return damaged;
    }
}
