package io.jemscope.symbols.elf;

/**
 * A function of a symbol table.
 *
 * @param name its name as the table has it (mangled for C++), a symbol version such as {@code @@GLIBC_2.2.5} taken off
 * @param address its first address, in the file's own terms
 * @param bytes its length; above 0
 */
public record Symbol(String name, long address, long bytes) {}
