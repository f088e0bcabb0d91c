package io.jemscope.symbols.elf;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of one file whose functions are wanted, and what has been found of them so far. A search goes through
 * one table after the other; what an earlier table has answered, a later one doesn't answer again.
 *
 * <p>Not safe for use by several threads.
 */
public final class AddressSearch {

    private final long[] addresses;
    private final @Nullable Symbol[] found;
    private int missing;

    /**
     * Starts a search.
     *
     * @param addresses the wanted addresses, in the file's own terms; in any order, repetitions allowed
     */
    public AddressSearch(long[] addresses) {
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
     * What has been found for an address.
     *
     * @param address one of the wanted addresses
     * @return the function that covers it; null where none has been found
     */
    public @Nullable Symbol symbol(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? null : found[index];
    }

    /**
     * Says whether every address has its function.
     *
     * @return whether nothing is left to look for
     */
    boolean isComplete() {
        return missing == 0;
    }

    /** The addresses without an answer, ascending. */
    long[] open() {
        long[] open = new long[missing];
        int count = 0;
        for (int index = 0; index < addresses.length; index++) {
            if (found[index] == null) {
                open[count++] = addresses[index];
            }
        }
        return open;
    }

    void answer(long address, Symbol symbol) {
        int index = Arrays.binarySearch(addresses, address);
        if (found[index] == null) {
            found[index] = symbol;
            missing--;
        }
    }
}
