package io.jemscope.agent.rss;

import java.io.IOException;
import java.io.RandomAccessFile;

/** Reads the memory of a process by address. An address that isn't mapped is an exception, and nothing worse. */
interface ProcessMemory extends AutoCloseable {

    /**
     * Reads a word, which may be a pointer.
     *
     * @return the word, little-endian
     * @throws IOException where not all of it is mapped
     */
    long word(long address) throws IOException;

    @Override
    void close() throws IOException;

    /**
     * This process's own, by the kernel's file of it.
     *
     * @throws IOException where the file can't be opened
     */
    static ProcessMemory own() throws IOException {
        return new ProcessMemoryFile(new RandomAccessFile("/proc/self/mem", "r"));
    }

    /** By a file whose offsets are addresses. */
    record ProcessMemoryFile(RandomAccessFile file) implements ProcessMemory {

        @Override
        public long word(long address) throws IOException {
            file.seek(address);
            return Long.reverseBytes(file.readLong());
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
