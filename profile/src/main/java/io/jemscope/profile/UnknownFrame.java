package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/**
 * An address that no symbol covers.
 *
 * @param library the file the address lies in, as the process mapped it; null if it lies in none
 * @param offset the address in the file's own terms (what {@code nm} prints) where {@code library} is known, else the
 *     address in the process
 */
public record UnknownFrame(@Nullable String library, long offset) implements Frame {

    /**
     * The honest name of an address without a symbol.
     *
     * @return {@code lib.so+0x1234}, or {@code 0x7f0012345678} if no library is known
     */
    @Override
    public String label() {
        return library == null
                ? "0x" + Long.toHexString(offset)
                : library.substring(library.lastIndexOf('/') + 1) + "+0x" + Long.toHexString(offset);
    }
}
