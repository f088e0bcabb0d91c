package io.jemscope.symbols.dwarf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The source lines of a file's addresses. */
@FunctionalInterface
public interface LineTable {

    /**
     * Returns the frames of an address.
     *
     * @param address an address in the file, one of those that were looked up
     * @return innermost first: the functions inlined there, then the function with the code; empty if nothing is known
     */
    List<LineFrame> frames(long address);

    /**
     * Returns whether all relevant data was read. If not, because a file is missing or damaged or memory was too small, a later
     * lookup may find more.
     */
    default boolean isComplete() {
        return true;
    }

    /** Returns whether all data relevant for one of the addresses was read. */
    default boolean isComplete(long address) {
        return isComplete();
    }

    /** Returns the first reason, for the user, why data couldn't be read; null if all was read. */
    default @Nullable String problem() {
        return null;
    }
}
