package io.jemscope.profile.file;

import io.jemscope.profile.FormatException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The unpacked content of a file; fails beyond a limit. */
final class BoundedStream extends FilterInputStream {

    private final long most;
    private long left;

    BoundedStream(InputStream in, long mostBytes) {
        super(in);
        most = mostBytes;
        left = mostBytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int read = super.read(to, offset, length);
        left -= Math.max(0, read);
        if (left < 0) {
            throw new FormatException(
                    "The file can't be read",
                    "it unpacks to more than " + most + " bytes, which is more than a profile of its size ever does",
                    "Unpack it yourself if you trust it, and name what comes out");
        }
        return read;
    }

    /** How many bytes were read. */
    long count() {
        return most - left;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
