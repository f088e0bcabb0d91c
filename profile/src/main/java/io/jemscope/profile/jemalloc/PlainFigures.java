package io.jemscope.profile.jemalloc;

/**
 * A line of figures as jemalloc writes it, to the byte: {@code t5: C: B [AC: AB]}, with two blanks before it. Such lines
 * are two thirds of a dump's; they are read in one go, and all others with care. One is at hand at a time.
 */
final class PlainFigures {

    /** What {@link #thread} gives for the line of all threads. */
    static final long EVERY_THREAD = -1;

    /** No number of so many digits is too large for a {@code long}. */
    private static final int MOST_DIGITS = 18;

    /** What stands behind each of the numbers; nothing but the line break behind the last. */
    private static final byte[] BEHIND = {':', ' ', ' ', '[', ':', ' ', ']', '\n'};

    private static final int NUMBERS = BEHIND.length / 2;

    /** How most lines end: what was ever asked for isn't counted unless it is asked for. */
    private static final long UNCOUNTED = HexWord.of(" [0: 0]\n");

    private final long[] numbers = new long[NUMBERS];
    private long thread;

    /**
     * Reads the line.
     *
     * @param line the line, open and at its beginning; closed and at its end where it was read, else as it was
     * @return whether it is such a line, with numbers that are no nonsense
     */
    boolean read(LineScanner line) {
        byte[] text = line.bytes();
        int at = line.position();
        // A line break stops each of these comparisons, and one is there.
        if (text[at] != ' ' || text[at + 1] != ' ' || text[at + 2] != 't') {
            return false;
        }
        at += 3;
        if (text[at] == '*') {
            thread = EVERY_THREAD;
            at++;
        } else {
            int from = at;
            long value = 0;
            int digit = text[at] - '0';
            while (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
                digit = text[++at] - '0';
            }
            if (at == from || at - from > MOST_DIGITS) {
                return false;
            }
            thread = value;
        }
        if (text[at] != ':' || text[at + 1] != ' ') {
            return false;
        }
        at += 2;
        byte[] behind = BEHIND;
        for (int i = 0; i < NUMBERS; i++) {
            int from = at;
            long value = 0;
            int digit = text[at] - '0';
            while (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
                digit = text[++at] - '0';
            }
            if (i == 1
                    && at != from
                    && at - from <= MOST_DIGITS
                    && at <= text.length - 8
                    && HexWord.at(text, at) == UNCOUNTED) {
                numbers[1] = value;
                numbers[2] = 0;
                numbers[3] = 0;
                at += 8;
                break;
            }
            if (at == from
                    || at - from > MOST_DIGITS
                    || text[at] != behind[2 * i]
                    || text[at + 1] != behind[2 * i + 1]) {
                return false;
            }
            numbers[i] = value;
            at += 2;
        }
        line.moveTo(at - 1);
        line.close();
        return true;
    }

    /** The thread's number; {@link #EVERY_THREAD} for the sum of all. */
    long thread() {
        return thread;
    }

    /** The four figures, in their order; good until the next line. */
    long[] numbers() {
        return numbers;
    }
}
