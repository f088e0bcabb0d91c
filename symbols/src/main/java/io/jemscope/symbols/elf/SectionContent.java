package io.jemscope.symbols.elf;

/**
 * The content of a section, read in ranges. Compressed sections are inflated while they are read.
 *
 * <p>Not safe for use by several threads.
 */
public abstract class SectionContent {

    SectionContent() {}

    /** The length, inflated. */
    public abstract long bytes();

    /**
     * Copies a range. In a compressed section, reading forward is cheap; reading backward inflates it again from the start.
     *
     * @param at the index in {@code to} for the first byte
     * @param length the number of bytes
     * @throws ElfException if the range isn't within the section, or the file was truncated or is damaged
     */
    public abstract void read(long offset, byte[] to, int at, int length) throws ElfException;

    /**
     * Returns the same content for reads in any order: a compressed section is inflated into the heap.
     *
     * @throws ElfException if it is too large for this JVM's heap, or damaged
     */
    public SectionContent randomAccess() throws ElfException {
        return this;
    }

    /** Returns whether {@link #read} is cheap in any order: false for a compressed section. */
    public boolean isRandomAccess() {
        return true;
    }

    /** Returns whether {@link #randomAccess} can hold the content in this JVM's heap: false for a large compressed section. */
    public boolean fitsInHeap() {
        return true;
    }

    /** Returns whether a range is within the section. */
    final boolean has(long offset, int length) {
        return offset >= 0 && length >= 0 && offset <= bytes() && length <= bytes() - offset;
    }
}
