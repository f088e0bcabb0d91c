package io.jemscope.symbols.elf;

/**
 * A section header.
 *
 * @param name the section's name; empty if the file has no readable table of names
 * @param type its {@code SHT_…} type
 * @param flags its {@code SHF_…} flags
 * @param fileOffset its content's offset in the file
 * @param bytes its content's length
 * @param link the index of the section it refers to, such as a symbol table's strings
 */
record Section(String name, int type, long flags, long fileOffset, long bytes, int link) {

    static final int SYMTAB = 2;
    static final int NOTE = 7;
    static final int NOBITS = 8;
    static final int DYNSYM = 11;

    private static final long COMPRESSED = 0x800;

    /** Returns whether the content is compressed, behind a compression header. */
    boolean isCompressed() {
        return type != NOBITS && (flags & COMPRESSED) != 0;
    }

    /** Returns whether the file has the content, uncompressed. */
    boolean isPlain() {
        return type != NOBITS && (flags & COMPRESSED) == 0;
    }
}
