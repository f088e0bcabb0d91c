package io.jemscope.benchmarks.analyser;

import java.io.IOException;
import java.io.OutputStream;

/** Writes text in ASCII, as fast as a gigabyte of it needs. */
final class DumpText {

    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 18];
    private int filled;
    private long flushed;

    DumpText(OutputStream out) {
        this.out = out;
    }

    DumpText append(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            put((byte) text.charAt(i));
        }
        return this;
    }

    DumpText decimal(long number) throws IOException {
        if (number >= 10) {
            decimal(number / 10);
        }
        put(DIGITS[(int) (number % 10)]);
        return this;
    }

    DumpText hexadecimal(long number) throws IOException {
        int shift = 60;
        while (shift > 0 && number >>> shift == 0) {
            shift -= 4;
        }
        for (; shift >= 0; shift -= 4) {
            put(DIGITS[(int) (number >>> shift) & 15]);
        }
        return this;
    }

    private void put(byte character) throws IOException {
        if (filled == buffer.length) {
            flush();
        }
        buffer[filled++] = character;
    }

    void flush() throws IOException {
        out.write(buffer, 0, filled);
        flushed += filled;
        filled = 0;
    }

    /** How many bytes were written so far. */
    long written() {
        return flushed + filled;
    }
}
