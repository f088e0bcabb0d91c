package io.jemscope.agent.ledger;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads the memory of a process by address. An address that isn't mapped is an exception, and nothing worse. */
interface ProcessMemory extends AutoCloseable {

    /**
     * Reads bytes.
     *
     * @param address where
     * @param bytes how many
     * @return the bytes, little-endian
     * @throws IOException where not all of them are mapped
     */
    ByteBuffer read(long address, int bytes) throws IOException;

    @Override
    void close() throws IOException;

    /**
     * This process's own, by the kernel's file of it.
     *
     * @return the memory
     * @throws IOException where the file can't be opened
     */
    static ProcessMemory own() throws IOException {
        return new ProcessMemoryFile(new RandomAccessFile("/proc/self/mem", "r"));
    }

    /** A word at an address, which may be a pointer. */
    default long word(long address) throws IOException {
        return read(address, Long.BYTES).getLong(0);
    }

    /**
     * A C string at an address.
     *
     * @return the text; cut where it is longer than a name would be
     */
    default String text(long address) throws IOException {
        int most = 64;
        // Not beyond the page: the next may not be mapped.
        int inPage = (int) (4096 - (address & 4095));
        byte[] bytes = new byte[most];
        int length = 0;
        while (length < most) {
            int part = Math.min(most - length, inPage);
            ByteBuffer read = read(address + length, part);
            for (int i = 0; i < part; i++) {
                byte value = read.get(i);
                if (value == 0) {
                    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
                }
                bytes[length++] = value;
            }
            inPage = most;
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * By a file whose offsets are addresses.
     *
     * @param file the file
     */
    record ProcessMemoryFile(RandomAccessFile file) implements ProcessMemory {

        @Override
        public ByteBuffer read(long address, int bytes) throws IOException {
            byte[] read = new byte[bytes];
            file.seek(address);
            file.readFully(read);
            return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
