package io.jemscope.httpd;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A body that is read while it is sent; no more of it than a piece is in memory. */
final class StreamBody implements ResponseBody {

    private final ReadableByteChannel content;
    private final long length;

    /** What is read and not sent. */
    private final ByteBuffer piece = ByteBuffer.allocate(Connection.PIECE_BYTES).limit(0);

    private long read;

    StreamBody(ReadableByteChannel content, long length) {
        this.content = content;
        this.length = length;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean send(Transport transport) throws IOException {
        long end = Math.min(length, read + TURN_BYTES);
        while (piece.hasRemaining() || read < end) {
            if (!piece.hasRemaining()) {
                fill();
            }
            transport.write(piece);
            if (piece.hasRemaining()) {
                return false;
            }
        }
        return read == length;
    }

    private void fill() throws IOException {
        piece.clear().limit((int) Math.min(piece.capacity(), length - read));
        int count = content.read(piece);
        piece.flip();
        if (count < 0) {
            throw new EOFException("The content ended while it was sent");
        }
        read += count;
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
