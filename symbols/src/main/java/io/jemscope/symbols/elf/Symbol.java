package io.jemscope.symbols.elf;

import org.jspecify.annotations.Nullable;

/**
 * A function of a symbol table.
 *
 * @param name its name in the table (mangled for C++), without a symbol version such as {@code @@GLIBC_2.2.5}
 * @param address its first address in the file
 * @param bytes its length; above 0
 */
public record Symbol(String name, long address, long bytes) {

    // Written by hand: the JVM's own methods of records use method handles, which slow a cold start.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Symbol symbol
                && address == symbol.address
                && bytes == symbol.bytes
                && name.equals(symbol.name);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(address) * 31 + name.hashCode();
    }
}
