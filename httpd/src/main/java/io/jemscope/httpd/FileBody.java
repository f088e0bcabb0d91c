package io.jemscope.httpd;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** A body that is a file. */
final class FileBody implements ResponseBody {

    private final FileChannel file;
    private final long length;
    private long sent;

    FileBody(FileChannel file) throws IOException {
        this.file = file;
        this.length = file.size();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean send(Transport transport) throws IOException {
        long end = Math.min(length, sent + TURN_BYTES);
        while (sent < end) {
            long piece = transport.transfer(file, sent, end - sent);
            if (piece == 0) {
                if (file.size() < length) {
                    throw new EOFException("The file was cut short while it was sent");
                }
                return false;
            }
            sent += piece;
        }
        return sent == length;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
