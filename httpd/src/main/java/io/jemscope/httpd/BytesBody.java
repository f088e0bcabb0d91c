package io.jemscope.httpd;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A body in memory. */
final class BytesBody implements ResponseBody {

    private final ByteBuffer bytes;
    private final int length;

    BytesBody(ByteBuffer bytes) {
        this.bytes = bytes;
        this.length = bytes.remaining();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long memoryBytes() {
        return length;
    }

    @Override
    public boolean send(Transport transport) throws IOException {
        int end = bytes.position() + Math.min(bytes.remaining(), TURN_BYTES);
        while (bytes.position() < end) {
            // In pieces: the JDK keeps a direct buffer per thread as large as the largest piece ever sent.
            ByteBuffer piece = bytes.slice(bytes.position(), Math.min(end - bytes.position(), Connection.PIECE_BYTES));
            int sent = transport.write(piece);
            if (sent == 0) {
                return false;
            }
            bytes.position(bytes.position() + sent);
        }
        return !bytes.hasRemaining();
    }

    @Override
    public void close() {}
}
