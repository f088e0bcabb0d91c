package io.jemscope.symbols.cache;

import io.jemscope.symbols.dwarf.LineTable;
import io.jemscope.symbols.elf.ElfException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds source lines where the cache doesn't know them: reads debug information. */
@FunctionalInterface
public interface LineLookup {

    /**
     * Looks addresses up.
     *
     * @param addresses the addresses, in the file's own terms; ascending, each once
     * @return what is known of them; null where the file has no debug information at all
     * @throws ElfException where the debug information can't be used
     * @throws IOException where it can't be read
     */
    @Nullable
    LineTable lines(long[] addresses) throws IOException;
}
