package io.jemscope.symbols.elf;

/**
 * What a section holds, read in ranges; compressed sections are inflated as they are read.
 *
 * <p>Not safe for use by several threads.
 */
public abstract class SectionContent {

    SectionContent() {}

    /** How much there is, inflated. */
    public abstract long bytes();

    /**
     * Copies a range. Of a compressed section, reading forward is cheap, and reading backward inflates it from its start
     * again.
     *
     * @param offset where the range begins
     * @param to what it is copied to
     * @param at where in {@code to} the copy begins
     * @param length how long it is, in bytes
     * @throws ElfException where the range isn't within the section, or the file was cut short or is damaged
     */
    public abstract void read(long offset, byte[] to, int at, int length) throws ElfException;

    /**
     * The same content for reading it in any order: a compressed section's is inflated into the heap.
     *
     * @throws ElfException where it is too large to be held in this JVM's heap, or damaged
     */
    public abstract SectionContent inAnyOrder() throws ElfException;

    /**
     * Says whether {@link #read} is cheap in any order.
     *
     * @return false for a compressed section
     */
    public abstract boolean isInAnyOrder();

    /**
     * Says whether {@link #inAnyOrder} can hold the content in this JVM's heap.
     *
     * @return false for a compressed section that is too large
     */
    public abstract boolean isHoldable();

    /** Says whether a range lies within the section. */
    final boolean has(long offset, int length) {
        return offset >= 0 && length >= 0 && offset <= bytes() && length <= bytes() - offset;
    }
}
