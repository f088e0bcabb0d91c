package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.util.Arrays;

/** Reads the addresses of a stack, leaf first, as numbers of an {@link AddressTable}. Holds one stack at a time. */
final class StackLine {

    /** A 64-bit address has at most this many digits. */
    private static final int MOST_DIGITS = 16;

    /** The length of most addresses of programs and libraries, {@code 0x7f0012345678}. */
    private static final int NATIVE_LENGTH = 14;

    /** The length of the pseudo-addresses of Java frames, {@code 0x4a45000000001234}. */
    private static final int JAVA_LENGTH = 18;

    private final AddressTable table;
    private int[] stack = new int[256];

    StackLine(AddressTable table) {
        this.table = table;
    }

    /**
     * Reads addresses up to the end of the line. Nine tenths of a dump are such lines, so the loop uses local variables
     * only, and reads addresses of the usual two lengths eight digits at a time. Without that, reading a dump takes 16 %
     * longer.
     *
     * @param line the line, open or closed, behind the {@code @}; closed at the end
     * @return the number of addresses; {@link #numbers()} returns their numbers
     * @throws FormatException if the line has anything else
     */
    int read(LineScanner line) throws FormatException {
        byte[] text = line.bytes();
        byte[] digits = LineScanner.DIGITS;
        AddressTable addresses = table;
        int[] numbers = stack;
        int depth = 0;
        int at = line.position();
        while (true) {
            while (text[at] == ' ' || text[at] == '\t') {
                at++;
            }
            // The line break ends every line, the last one too.
            if (text[at] < ' ') {
                break;
            }
            if (depth == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * depth);
                stack = numbers;
            }
            if (at < text.length - JAVA_LENGTH && text[at] == '0' && text[at + 1] == 'x') {
                int length = text[at + NATIVE_LENGTH] <= ' ' ? NATIVE_LENGTH : JAVA_LENGTH;
                long upper = HexWord.value(HexWord.at(text, at + 2));
                long lower = HexWord.value(HexWord.at(text, at + length - 8));
                // Both are negative unless all digits are hexadecimal.
                if ((upper | lower) >= 0 && text[at + length] <= ' ') {
                    // The eight upper and eight lower digits of a native address share four.
                    long high = length == NATIVE_LENGTH ? upper >>> 16 : upper;
                    numbers[depth++] = addresses.number(high << 32 | lower);
                    at += length;
                    continue;
                }
            }
            if (text[at] == '0' && (text[at + 1] | 0x20) == 'x') {
                at += 2;
            }
            int from = at;
            long address = 0;
            int digit = digits[text[at] & 0xff];
            while (digit >= 0) {
                address = (address << 4) | digit;
                digit = digits[text[++at] & 0xff];
            }
            if (at == from || at - from > MOST_DIGITS || text[at] > ' ') {
                throw noAddress(line, from);
            }
            numbers[depth++] = addresses.number(address);
        }
        line.moveTo(at);
        line.close();
        if (!line.atEnd()) {
            throw noAddress(line, at);
        }
        return depth;
    }

    private static FormatException noAddress(LineScanner line, int at) {
        line.moveTo(at);
        return line.fail("at column " + line.column()
                + " there should be a hexadecimal address of at most 64 bits, with a blank on either side");
    }

    /** The numbers of the addresses; valid until the next line is read. */
    int[] numbers() {
        return stack;
    }
}
