package io.jemscope.symbols.elf;

import java.nio.file.Path;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A section compressed with zlib, inflated while it is read. Only {@link #randomAccess()} holds it whole: a libjvm's debug
 * sections inflate to 364 MB, and are mostly read in order. The checksum isn't verified: that would take a tenth of the time, and
 * few sections are read to the end, where it is.
 */
final class InflatedContent extends SectionContent {

    // zlib's best ratio is 1032 to 1: a section that claims more is damaged.
    private static final long BEST_RATIO = 1032;
    private static final int ZLIB_HEADER_BYTES = 2;
    private static final int DEFLATED = 8;
    private static final int WITH_DICTIONARY = 0x20;
    private static final int CHUNK_BYTES = 1 << 16;

    private final Path path;
    private final SectionContent compressed;
    private final long headerBytes;
    private final long bytes;
    private final byte[] input;
    private @Nullable Inflater inflater;
    private long consumed;
    private long position;

    /** A section that was inflated into the heap. */
    private static final class HeapContent extends SectionContent {

        private final byte[] content;

        HeapContent(byte[] content) {
            this.content = content;
        }

        @Override
        public long bytes() {
            return content.length;
        }

        @Override
        public void read(long offset, byte[] to, int at, int length) throws ElfException {
            if (!has(offset, length)) {
                throw new ElfException("A debug section refers to a place outside another one."
                        + " The file is damaged; put an intact copy in its place.");
            }
            System.arraycopy(content, (int) offset, to, at, length);
        }
    }

    /**
     * Checks that the length is possible.
     *
     * @param path the file, for messages
     * @param compressed the section in the file
     * @param headerBytes the length of the compression header
     * @param bytes the inflated length in the header
     */
    InflatedContent(Path path, SectionContent compressed, long headerBytes, long bytes) throws ElfException {
        if (bytes < 0 || bytes / BEST_RATIO > compressed.bytes()) {
            throw damaged(path, "claims a length that its compressed data cannot have", null);
        }
        this.path = path;
        this.compressed = compressed;
        this.headerBytes = headerBytes + ZLIB_HEADER_BYTES;
        this.bytes = bytes;
        this.consumed = this.headerBytes;
        this.input = new byte[(int) Math.min(CHUNK_BYTES, compressed.bytes())];
    }

    private InflatedContent(InflatedContent other) {
        this.path = other.path;
        this.compressed = other.compressed;
        this.headerBytes = other.headerBytes;
        this.bytes = other.bytes;
        this.input = new byte[other.input.length];
        this.consumed = headerBytes;
    }

    /** Returns the same content at its beginning, for another thread. */
    InflatedContent copy() {
        return new InflatedContent(this);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void read(long offset, byte[] to, int at, int length) throws ElfException {
        if (!has(offset, length)) {
            throw damaged(path, "is too short: another part of the file refers to a place behind its end", null);
        }
        if (offset < position) {
            restart();
        }
        if (position < offset) {
            byte[] skipped = new byte[(int) Math.min(CHUNK_BYTES, offset - position)];
            while (position < offset) {
                inflate(skipped, 0, (int) Math.min(skipped.length, offset - position));
            }
        }
        int done = 0;
        while (done < length) {
            done += inflate(to, at + done, length - done);
        }
    }

    /** Checks the method and the flags: only deflate without a dictionary is defined (RFC 1950, 2.2). */
    private void checkHeader() throws ElfException {
        if (compressed.bytes() < headerBytes) {
            throw damaged(path, "is truncated", null);
        }
        byte[] header = new byte[ZLIB_HEADER_BYTES];
        compressed.read(headerBytes - header.length, header, 0, header.length);
        int both = (header[0] & 0xff) << 8 | (header[1] & 0xff);
        if ((header[0] & 0xf) != DEFLATED || (header[1] & WITH_DICTIONARY) != 0 || both % 31 != 0) {
            throw damaged(path, "can't be inflated", null);
        }
    }

    /** Frees native memory; the next read starts at the beginning. */
    private void restart() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
        consumed = headerBytes;
        position = 0;
    }

    private int inflate(byte[] to, int at, int length) throws ElfException {
        Inflater source = inflater;
        if (source == null) {
            checkHeader();
            source = new Inflater(true);
            inflater = source;
        }
        try {
            int count = source.inflate(to, at, length);
            while (count == 0) {
                if (source.finished() || consumed == compressed.bytes()) {
                    throw damaged(path, "is truncated", null);
                }
                refill(source);
                count = source.inflate(to, at, length);
            }
            position += count;
            return count;
        } catch (DataFormatException e) {
            throw damaged(path, "can't be inflated", e);
        }
    }

    /** Copies the input: if the file is truncated, zlib's native code would crash the JVM on a mapped page. */
    private void refill(Inflater source) throws ElfException {
        int count = (int) Math.min(input.length, compressed.bytes() - consumed);
        compressed.read(consumed, input, 0, count);
        consumed += count;
        source.setInput(input, 0, count);
    }

    @Override
    public SectionContent randomAccess() throws ElfException {
        if (!fitsInHeap()) {
            throw new ElfException(path + " can't be read for source lines: a compressed section of " + bytes
                    + " bytes is too large for this JVM's heap. Decompress it once (objcopy"
                    + " --decompress-debug-sections), or give more heap (-Xmx).");
        }
        byte[] whole = new byte[(int) bytes];
        read(0, whole, 0, whole.length);
        restart();
        return new HeapContent(whole);
    }

    @Override
    public boolean isRandomAccess() {
        return false;
    }

    @Override
    public boolean fitsInHeap() {
        // Several sections are held at a time, in a heap that the program may need for itself.
        return bytes <= Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8);
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
