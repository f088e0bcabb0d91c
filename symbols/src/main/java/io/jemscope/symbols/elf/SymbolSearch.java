package io.jemscope.symbols.elf;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The wanted addresses of one file, and the functions found for them so far. Tables are searched one after the other; a later
 * table never replaces a function that an earlier one had.
 *
 * <p>Not safe for use by several threads.
 */
public final class SymbolSearch {

    private final long[] addresses;
    private final @Nullable Symbol[] found;
    private int missing;

    /**
     * Starts a search.
     *
     * @param addresses addresses in the file, in any order; they may repeat
     */
    public SymbolSearch(long[] addresses) {
        long[] sorted = addresses.clone();
        Arrays.sort(sorted);
        int distinct = 0;
        for (int index = 0; index < sorted.length; index++) {
            if (index == 0 || sorted[index] != sorted[index - 1]) {
                sorted[distinct++] = sorted[index];
            }
        }
        this.addresses = Arrays.copyOf(sorted, distinct);
        this.found = new @Nullable Symbol[this.addresses.length];
        this.missing = this.addresses.length;
    }

    /**
     * Returns the function found for an address.
     *
     * @param address one of the wanted addresses
     * @return the function that covers it; null if none was found
     */
    public @Nullable Symbol symbol(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? null : found[index];
    }

    /** Returns the addresses without a function so far, ascending. */
    long[] missing() {
        long[] open = new long[missing];
        int count = 0;
        for (int index = 0; index < addresses.length; index++) {
            if (found[index] == null) {
                open[count++] = addresses[index];
            }
        }
        return open;
    }

    void set(long address, Symbol symbol) {
        int index = Arrays.binarySearch(addresses, address);
        if (found[index] == null) {
            found[index] = symbol;
            missing--;
        }
    }
}
