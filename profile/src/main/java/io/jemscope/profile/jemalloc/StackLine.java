package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.util.Arrays;

/** Reads the addresses of a stack, leaf first, as numbers of an {@link AddressTable}. One is at hand at a time. */
final class StackLine {

    /** So many digits fit in 64 bits. */
    private static final int MOST_DIGITS = 16;

    /** What a Java frame's address begins with; ten digits more stand behind it. */
    private static final long JAVA_START = HexWord.of("0x4a4500");

    /** The upper eight digits of Java frames' addresses. */
    private static final long JAVA_UPPER = HexWord.of("4a450000");

    private static final int JAVA_LENGTH = 18;

    /** What those begin with whose numbers have 16 bits, as most have, and the blank before them: eight bytes. */
    private static final long LOW_JAVA_START = HexWord.of(" 0x4a450");

    /** What follows, from the last of these bytes on; four digits stand behind it. */
    private static final long LOW_JAVA_MIDDLE = HexWord.of("00000000");

    /** What most addresses of programs and libraries are long. */
    private static final int NATIVE_LENGTH = 14;

    private static final int MOST_SHARED = 32;

    private static final long HEX_START = HexWord.of("0x\0\0\0\0\0\0");

    private final AddressTable table;
    private int[] stack = new int[256];

    /**
     * The text of the addresses that the stack before began with: the first eight bytes of each here, the last eight in
     * {@link #ends}; they overlap, and are all of {@link #NATIVE_LENGTH}. An address with the same text in the same place
     * has the number that the stack before left there in {@link #stack}. jemalloc writes stacks in the order of their
     * innermost addresses, so most begin as the one before.
     */
    private final long[] starts = new long[MOST_SHARED];

    private final long[] ends = new long[MOST_SHARED];

    /** How many such addresses there are: up to the first of another length. */
    private int shared;

    StackLine(AddressTable table) {
        this.table = table;
    }

    /**
     * Reads addresses up to the end of the line; its length bounds their number. Nine tenths of a dump are read here, so
     * what the loops need is in local variables, and the line break that every line ends in stops them.
     *
     * @param line the line, open or closed, behind the {@code @}; closed behind the last address when this returns
     * @return how many addresses there are; {@link #numbers()} has their numbers
     * @throws FormatException where something else stands there
     */
    int read(LineScanner line) throws FormatException {
        byte[] text = line.bytes();
        byte[] digits = LineScanner.DIGITS;
        AddressTable addresses = table;
        int[] numbers = stack;
        int depth = 0;
        int before = shared;
        int alike = 0;
        int at = line.position();
        while (true) {
            while (text[at] == ' ' || text[at] == '\t') {
                at++;
            }
            if (text[at] < ' ') {
                break;
            }
            if (depth == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * depth);
                stack = numbers;
            }
            if (at <= text.length - JAVA_LENGTH - 1) {
                long start = HexWord.at(text, at);
                if (start == JAVA_START) {
                    if (text[at + JAVA_LENGTH] <= ' ' && HexWord.at(text, at + 2) == JAVA_UPPER) {
                        long frame = HexWord.value(HexWord.at(text, at + JAVA_LENGTH - 8));
                        if (frame >= 0) {
                            numbers[depth++] = addresses.javaNumber(frame);
                            at += JAVA_LENGTH;
                            // Java frames stand together. What stands behind one is looked at along with the next.
                            int low = lowJava(text, at);
                            while (low >= 0 && depth < numbers.length) {
                                numbers[depth++] = addresses.javaNumber(low);
                                at += JAVA_LENGTH + 1;
                                low = lowJava(text, at);
                            }
                            if (text[at] > ' ') {
                                throw noAddress(line, at - JAVA_LENGTH + 2);
                            }
                            continue;
                        }
                    }
                } else if ((start & 0xffff) == HEX_START && text[at + NATIVE_LENGTH] <= ' ') {
                    long end = HexWord.at(text, at + NATIVE_LENGTH - 8);
                    if (depth == alike && depth < before && start == starts[depth] && end == ends[depth]) {
                        depth++;
                        alike++;
                        at += NATIVE_LENGTH;
                        continue;
                    }
                    long upper = HexWord.value(HexWord.at(text, at + 2));
                    long lower = HexWord.value(end);
                    // Several short addresses may end where one of this length would.
                    if ((upper | lower) >= 0) {
                        if (depth == alike && depth < MOST_SHARED) {
                            starts[depth] = start;
                            ends[depth] = end;
                            alike++;
                        }
                        numbers[depth++] = addresses.number(((upper >>> 16) << 32) | lower);
                        at += NATIVE_LENGTH;
                        continue;
                    }
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
        shared = alike;
        line.moveTo(at);
        line.close();
        if (!line.atEnd()) {
            throw noAddress(line, at);
        }
        return depth;
    }

    /** The number of the Java frame whose address stands behind one blank; -1 where none does whose number has 16 bits. */
    private static int lowJava(byte[] text, int at) {
        return at < text.length - JAVA_LENGTH - 1
                        && HexWord.at(text, at) == LOW_JAVA_START
                        && HexWord.at(text, at + 7) == LOW_JAVA_MIDDLE
                ? HexWord.valueOfHalf(HexWord.halfAt(text, at + JAVA_LENGTH - 3))
                : -1;
    }

    private static FormatException noAddress(LineScanner line, int at) {
        line.moveTo(at);
        line.close();
        return line.fail("at column " + line.column()
                + " there should be a hexadecimal address of at most 64 bits, with a blank on either side");
    }

    /** The numbers of the stack at hand; good until the next one is read. */
    int[] numbers() {
        return stack;
    }
}
