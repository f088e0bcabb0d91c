package io.jemscope.symbols.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A mapped file, or an uncompressed section of it. The file is mapped in pieces, since one buffer holds at most 2 GiB. Sections
 * share the file's mappings: a hostile file can have any number of sections, but the system limits mappings.
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

    /** Maps a whole file. */
    static MappedContent map(Path path, FileBytes file) throws IOException {
        long bytes = file.size();
        ByteBuffer[] pieces = new ByteBuffer[Math.toIntExact((bytes + PIECE_BYTES - 1) >>> PIECE_SHIFT)];
        for (int index = 0; index < pieces.length; index++) {
            long from = (long) index << PIECE_SHIFT;
            pieces[index] = file.map(from, Math.min(PIECE_BYTES, bytes - from), "its content");
        }
        return new MappedContent(path, 0, bytes, pieces);
    }

    /** Returns a range, which must be within this content. */
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
            throw new ElfException(path + " can't be read for symbols: it refers to a place outside a section."
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
            throw ElfFile.truncated(path, e);
        }
    }
}
