package io.jemscope.symbols.elf;

import org.jspecify.annotations.Nullable;

/**
 * A function of a symbol table.
 *
 * @param name its name as the table has it (mangled for C++), a symbol version such as {@code @@GLIBC_2.2.5} taken off
 * @param address its first address, in the file's own terms
 * @param bytes its length; above 0
 */
public record Symbol(String name, long address, long bytes) {

    // Written out: what the JVM makes for records is spun from method handles, which costs a cold start much.
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
