package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/**
 * A function of a native library or program.
 *
 * @param name the function's name, demangled
 * @param systemName the name as the symbol table has it (mangled for C++); the same as {@code name} for C
 * @param library the file the function lies in, as the process mapped it; null if it isn't known
 * @param source the source position; null if it isn't known
 */
public record NativeFrame(
        String name,
        String systemName,
        @Nullable String library,
        @Nullable SourceLine source) implements Frame {

    @Override
    public String label() {
        return name;
    }
}
