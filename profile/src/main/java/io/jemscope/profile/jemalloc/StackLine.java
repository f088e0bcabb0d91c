package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.util.Arrays;

/** Reads the addresses of a stack, leaf first, as numbers of an {@link AddressTable}. One is at hand at a time. */
final class StackLine {

    private final AddressTable table;
    private int[] stack = new int[256];

    StackLine(AddressTable table) {
        this.table = table;
    }

    /**
     * Reads addresses up to the end of the line; its length bounds their number.
     *
     * @param line the line, behind the {@code @}
     * @return how many addresses there are; {@link #numbers()} has their numbers
     * @throws FormatException where something else stands there
     */
    int read(LineScanner line) throws FormatException {
        int depth = 0;
        line.skipBlanks();
        while (!line.atEnd()) {
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, 2 * depth);
            }
            stack[depth++] = table.number(line.hex());
            int end = line.position();
            line.skipBlanks();
            if (line.position() == end && !line.atEnd()) {
                throw line.fail("there should be a blank between two addresses");
            }
        }
        return depth;
    }

    /** The numbers of the stack at hand; good until the next one is read. */
    int[] numbers() {
        return stack;
    }
}
