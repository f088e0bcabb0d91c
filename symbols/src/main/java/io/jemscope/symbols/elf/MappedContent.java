package io.jemscope.symbols.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file, or a section that stands in it as it is: mapped, in pieces, since one mapping holds 2 GiB at most. Sections
 * share the file's mapping: their number is the file's own word, that of mappings is bounded by the system.
 */
final class MappedContent extends SectionContent {

    private static final int PIECE_SHIFT = 30;
    private static final long PIECE_BYTES = 1L << PIECE_SHIFT;

    private final Path path;
    private final long start;
    private final long bytes;
    private final ByteBuffer[] pieces;

    private MappedContent(Path path, long start, long bytes, ByteBuffer[] pieces) {
        this.path = path;
        this.start = start;
        this.bytes = bytes;
        this.pieces = pieces;
    }

    /** Maps a file whole. */
    static MappedContent map(Path path, FileBytes file) throws IOException {
        long bytes = file.size();
        ByteBuffer[] pieces = new ByteBuffer[Math.toIntExact((bytes + PIECE_BYTES - 1) >>> PIECE_SHIFT)];
        for (int index = 0; index < pieces.length; index++) {
            long from = (long) index << PIECE_SHIFT;
            pieces[index] = file.map(from, Math.min(PIECE_BYTES, bytes - from), "what it holds");
        }
        return new MappedContent(path, 0, bytes, pieces);
    }

    /** A range of it, which lies within. */
    MappedContent part(long offset, long length) {
        return new MappedContent(path, start + offset, length, pieces);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void read(long offset, byte[] to, int at, int length) throws ElfException {
        if (!has(offset, length)) {
            throw new ElfException(path + " can't be read for symbols: it refers to what lies outside a section."
                    + " The file is damaged; put an intact copy in its place.");
        }
        try {
            int done = 0;
            while (done < length) {
                long from = start + offset + done;
                ByteBuffer piece = pieces[(int) (from >>> PIECE_SHIFT)];
                int within = (int) (from & (PIECE_BYTES - 1));
                int count = Math.min(length - done, piece.limit() - within);
                piece.get(within, to, at + done, count);
                done += count;
            }
        } catch (InternalError e) {
            throw ElfFile.cutShort(path, e);
        }
    }

    @Override
    public SectionContent inAnyOrder() {
        return this;
    }

    @Override
    public boolean isInAnyOrder() {
        return true;
    }

    @Override
    public boolean isHoldable() {
        return true;
    }
}
