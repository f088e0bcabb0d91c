package io.jemscope.symbols.dwarf;

import java.util.List;

/** What is known of the source lines of a file's addresses. */
@FunctionalInterface
public interface LineTable {

    /**
     * The frames that an address stands for.
     *
     * @param address an address in the file's own terms, among those the table was made for
     * @return innermost first: the functions inlined there, then the one that holds the code; empty where nothing is
     *     known of the address
     */
    List<LineFrame> frames(long address);
}
