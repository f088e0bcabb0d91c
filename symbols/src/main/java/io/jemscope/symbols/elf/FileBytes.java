package io.jemscope.symbols.elf;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads and maps ranges of an open file. Each range is checked against the file's length before memory is allocated, so that
 * wrong lengths in a damaged or hostile file cost nothing.
 */
final class FileBytes implements Closeable {

    private final Path path;
    private final FileChannel channel;
    private final long bytes;

    private FileBytes(Path path, FileChannel channel, long bytes) {
        this.path = path;
        this.channel = channel;
        this.bytes = bytes;
    }

    static FileBytes open(Path path) throws IOException {
        // Opening a FIFO would block, and reading a device can have side effects.
        if (!Files.isRegularFile(path)) {
            throw new ElfException(path + " can't be read for symbols: it is missing, or not a regular file.");
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new FileBytes(path, channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The file's length when it was opened. */
    long size() {
        return bytes;
    }

    /** Returns the text at an offset up to its NUL, at most {@code maxBytes}; empty outside the buffer. */
    static String text(ByteBuffer buffer, int offset, int maxBytes, Charset charset) {
        if (offset < 0 || offset >= buffer.limit()) {
            return "";
        }
        int limit = (int) Math.min(buffer.limit(), (long) offset + maxBytes);
        int end = offset;
        while (end < limit && buffer.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - offset];
        buffer.get(offset, bytes);
        return new String(bytes, charset);
    }

    boolean has(long offset, long length) {
        return offset >= 0 && length >= 0 && offset <= bytes && length <= bytes - offset;
    }

    /** Copies a small range into the heap; messages call it {@code what}. */
    ByteBuffer read(long offset, int length, String what) throws IOException {
        check(offset, length, what);
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, offset + buffer.position()) < 0) {
                throw damaged(what + " is cut off");
            }
        }
        return buffer.flip();
    }

    /** Maps a range that may be large. It stays readable after this is closed and after the file is deleted. */
    ByteBuffer map(long offset, long length, String what) throws IOException {
        check(offset, length, what);
        if (length > Integer.MAX_VALUE) {
            throw damaged(what + " is larger than 2 GiB");
        }
        return channel.map(FileChannel.MapMode.READ_ONLY, offset, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    ElfException damaged(String why) {
        return new ElfException(path + " can't be read for symbols: " + why
                + ". The file is damaged or still being written; put an intact copy in its place.");
    }

    ElfException unsupported(String why) {
        return new ElfException(path + " can't be read for symbols: " + why + ".");
    }

    private void check(long offset, long length, String what) throws ElfException {
        if (!has(offset, length)) {
            throw damaged(what + " is outside the file");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
