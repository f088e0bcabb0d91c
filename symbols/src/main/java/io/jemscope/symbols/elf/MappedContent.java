package io.jemscope.symbols.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A section that stands in the file as it is: mapped, in pieces, since one mapping holds 2 GiB at most. */
final class MappedContent extends SectionContent {

    private static final int PIECE_SHIFT = 30;
    private static final long PIECE_BYTES = 1L << PIECE_SHIFT;

    private final Path path;
    private final long bytes;
    private final ByteBuffer[] pieces;

    private MappedContent(Path path, long bytes, ByteBuffer[] pieces) {
        this.path = path;
        this.bytes = bytes;
        this.pieces = pieces;
    }

    static MappedContent map(Path path, FileBytes file, long offset, long bytes, String what) throws IOException {
        ByteBuffer[] pieces = new ByteBuffer[Math.toIntExact((bytes + PIECE_BYTES - 1) >>> PIECE_SHIFT)];
        for (int index = 0; index < pieces.length; index++) {
            long start = (long) index << PIECE_SHIFT;
            pieces[index] = file.map(offset + start, Math.min(PIECE_BYTES, bytes - start), what);
        }
        return new MappedContent(path, bytes, pieces);
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
                long from = offset + done;
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
}
