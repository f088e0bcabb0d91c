package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.util.Arrays;

/** Reads the addresses of a stack, leaf first, as numbers of an {@link AddressTable}. */
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
     * @return the addresses' numbers
     * @throws FormatException where something else stands there
     */
    int[] read(LineScanner line) throws FormatException {
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
        return Arrays.copyOf(stack, depth);
    }
}
