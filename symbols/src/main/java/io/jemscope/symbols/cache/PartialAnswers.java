package io.jemscope.symbols.cache;

import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers known before, and new ones from which something was left out.
 *
 * @param known what the cache had
 * @param found the rest
 */
record PartialAnswers(LineAnswers known, LineTable found) implements LineTable {

    @Override
    public List<LineFrame> frames(long address) {
        return known.has(address) ? known.frames(address) : found.frames(address);
    }

    @Override
    public boolean isComplete() {
        return false;
    }

    @Override
    public @Nullable String problem() {
        return found.problem();
    }
}
