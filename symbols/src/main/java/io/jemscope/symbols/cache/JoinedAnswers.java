package io.jemscope.symbols.cache;

import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers known before, and new ones that aren't all kept with them.
 *
 * @param known what the cache had
 * @param found the rest
 */
record JoinedAnswers(LineAnswers known, LineTable found) implements LineTable {

    @Override
    public List<LineFrame> frames(long address) {
        return known.has(address) ? known.frames(address) : found.frames(address);
    }

    @Override
    public boolean isComplete() {
        return found.isComplete();
    }

    @Override
    public boolean isComplete(long address) {
        return known.has(address) || found.isComplete(address);
    }

    @Override
    public @Nullable String problem() {
        return found.problem();
    }
}
