package io.jemscope.symbols.dwarf;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * Whether all was read that the answers are in. Where it wasn't, for a file that isn't at hand, damage or want of
     * memory, the same question may have more of an answer another time.
     *
     * @return false where something was left out
     */
    default boolean isComplete() {
        return true;
    }

    /**
     * Whether all was read that the answer to one address is in.
     *
     * @param address an address in the file's own terms, among those the table was made for
     * @return false where something of its answer may have been left out
     */
    default boolean isComplete(long address) {
        return isComplete();
    }

    /**
     * Why something couldn't be read, so that answers may be missing.
     *
     * @return the first such reason, for the user; null where there was none
     */
    default @Nullable String problem() {
        return null;
    }
}
