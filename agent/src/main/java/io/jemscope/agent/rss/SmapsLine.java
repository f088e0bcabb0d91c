package io.jemscope.agent.rss;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A line of the text, and how far it is read. Longer ones than any path are cut. */
final class SmapsLine {

    private static final int MOST_BYTES = 8 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[16 << 10];
    private final byte[] line = new byte[MOST_BYTES];
    private int filled;
    private int used;
    private int length;
    private int at;

    SmapsLine(InputStream in) {
        this.in = in;
    }

    boolean next() throws IOException {
        length = 0;
        at = 0;
        boolean any = false;
        while (used < filled || fill()) {
            any = true;
            byte value = buffer[used++];
            if (value == '\n') {
                return true;
            }
            if (length < MOST_BYTES) {
                line[length++] = value;
            }
        }
        return any;
    }

    private boolean fill() throws IOException {
        used = 0;
        filled = Math.max(0, in.read(buffer));
        return filled > 0;
    }

    /** Fields begin with a capital letter, addresses with a digit or a small one. */
    boolean beginsMapping() {
        return length > 0 && digit(line[0], 16) >= 0;
    }

    boolean skip(char expected) {
        if (at < length && line[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    boolean skip(String expected) {
        if (length - at < expected.length()) {
            return false;
        }
        for (int i = 0; i < expected.length(); i++) {
            if (line[at + i] != expected.charAt(i)) {
                return false;
            }
        }
        at += expected.length();
        return true;
    }

    /** Passes over a byte, which stands for no right. */
    int pass() {
        at++;
        return 0;
    }

    void skipWord() {
        while (at < length && line[at] != ' ') {
            at++;
        }
        skipBlanks();
    }

    private void skipBlanks() {
        while (at < length && (line[at] == ' ' || line[at] == '\t')) {
            at++;
        }
    }

    long hex(int mostDigits) {
        long value = 0;
        for (int i = 0; i < mostDigits && at < length && digit(line[at], 16) >= 0; i++) {
            value = value << 4 | digit(line[at++], 16);
        }
        return value;
    }

    /** As bytes; more than there could be is as much as there could be. */
    long kilobytes() {
        skipBlanks();
        long value = 0;
        while (at < length && digit(line[at], 10) >= 0) {
            value = Math.min(Sums.MOST >> 10, value * 10 + digit(line[at++], 10));
        }
        return value << 10;
    }

    /** Of words of two letters each. No text is made of them: a process may have very many mappings. */
    int marks() {
        int marks = 0;
        skipBlanks();
        for (; at + 2 <= length; at += 3) {
            if (line[at] == 'n' && line[at + 1] == 'r') {
                marks |= MemoryMapping.UNRESERVED;
            }
        }
        return marks;
    }

    String rest() {
        skipBlanks();
        int last = length;
        while (last > at && line[last - 1] == ' ') {
            last--;
        }
        return last <= at ? "" : new String(line, at, last - at, StandardCharsets.UTF_8);
    }

    private static int digit(byte value, int radix) {
        int digit = value >= '0' && value <= '9' ? value - '0' : value >= 'a' && value <= 'f' ? value - 'a' + 10 : -1;
        return digit < radix ? digit : -1;
    }
}
