package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The debug sections of one file, each opened when it is first needed and read through a cursor of its own.
 *
 * <p>Where they are compressed they are inflated whole, but for {@code .debug_info}: that is read as it lies, in order,
 * unless it holds split units and isn't too large.
 */
final class DwarfFile {

    // What is allowed for a file lets each of its bytes be met eight times.
    private static final int MOST_PASSES = 4;

    private final DebugSections sections;
    private final String suffix;
    private final @Nullable DwarfFile alternate;
    private final Map<String, @Nullable Cursor> cursors = new HashMap<>();
    private final Map<String, ElfException> failures = new HashMap<>();
    private @Nullable SectionContent anyOrder;
    private @Nullable ElfException anyOrderFailure;
    // In place of it where it is too large; what has been read of it, and how often from its beginning.
    private @Nullable SectionContent stream;
    private long streamed;
    private int passes;
    private @Nullable ElfException problem;

    /**
     * Makes it.
     *
     * @param suffix what follows the sections' names: {@code .dwo} in split debug files, else nothing
     * @param alternate the file that this one shares entries and strings with others through; null where it has none
     */
    DwarfFile(DebugSections sections, String suffix, @Nullable DwarfFile alternate) {
        this.sections = sections;
        this.suffix = suffix;
        this.alternate = alternate;
    }

    DebugSections sections() {
        return sections;
    }

    /** The sizes of what may be read, inflated; what can't be read doesn't count. */
    long bytes() {
        long bytes = 0;
        for (String name :
                new String[] {".debug_info", ".debug_line", ".debug_abbrev", ".debug_ranges", ".debug_rnglists"}) {
            bytes += bytes(name);
        }
        return bytes + (alternate == null ? 0 : alternate.bytes());
    }

    private long bytes(String name) {
        try {
            SectionContent content = sections.content(name + suffix);
            return content == null ? 0 : content.bytes();
        } catch (ElfException e) {
            // Whoever needs it meets that again.
            return 0;
        }
    }

    boolean has(String name) {
        return sections.has(name + suffix);
    }

    /** The entries, as they lie in the file; null where there are none. */
    @Nullable
    SectionContent info() throws ElfException {
        return sections.content(".debug_info" + suffix);
    }

    /**
     * The entries for reading those of one unit, inflated once and paid for. Where they are too large for that they are
     * read on from where the unit before ended, and a few times from their beginning.
     *
     * @param offset where the unit begins
     * @return the entries; null where there are none
     */
    @Nullable
    SectionContent infoAt(long offset, Budget budget) throws ElfException {
        if (anyOrder != null) {
            return anyOrder;
        }
        if (anyOrderFailure != null) {
            throw anyOrderFailure;
        }
        SectionContent info = stream == null ? info() : stream;
        if (info == null) {
            return null;
        }
        if (!info.isHoldable()) {
            return streamAt(offset, info, budget);
        }
        if (!info.isInAnyOrder()) {
            budget.spend(info.bytes());
        }
        try {
            anyOrder = info.inAnyOrder();
        } catch (ElfException e) {
            anyOrderFailure = e;
            throw e;
        }
        return anyOrder;
    }

    private SectionContent streamAt(long offset, SectionContent info, Budget budget) throws ElfException {
        if (stream == null || offset < streamed) {
            if (passes == MOST_PASSES) {
                // Says that it is too large.
                return info.inAnyOrder();
            }
            budget.spend(info.bytes());
            passes++;
        }
        stream = info;
        streamed = offset;
        return info;
    }

    /** Notes how far what {@link #infoAt} gave may have been read. */
    void readTo(long offset) {
        streamed = Math.max(streamed, offset);
    }

    /** Whether it holds what was split off. */
    boolean isSplit() {
        return !suffix.isEmpty();
    }

    /** Lets go of what was inflated; what is needed again is inflated again. */
    void letGo() {
        anyOrder = null;
        stream = null;
        cursors.clear();
    }

    /** A cursor over a section that has to be there. */
    Cursor need(String name) {
        Cursor cursor = cursor(name);
        if (cursor == null) {
            throw new MalformedDwarfException("No section " + name + suffix);
        }
        return cursor;
    }

    /** A cursor over a section, the same each time; null where there is none. */
    @Nullable
    Cursor cursor(String name) {
        if (cursors.containsKey(name)) {
            return cursors.get(name);
        }
        ElfException failure = failures.get(name);
        if (failure != null) {
            throw new MalformedDwarfException(failure);
        }
        try {
            SectionContent content = sections.content(name + suffix);
            Cursor cursor = content == null ? null : new Cursor(content.inAnyOrder());
            cursors.put(name, cursor);
            return cursor;
        } catch (ElfException e) {
            // Inflating it again for each unit would fail each time.
            failures.put(name, e);
            problem = problem == null ? e : problem;
            throw new MalformedDwarfException(e);
        }
    }

    /** Why a section couldn't be read, of this file or the one it shares entries through; null where none failed so far. */
    @Nullable
    ElfException problem() {
        return problem != null || alternate == null ? problem : alternate.problem();
    }

    /** The file that entries and strings are shared through. */
    DwarfFile alternate() {
        if (alternate == null) {
            throw new MalformedDwarfException("What is shared with other files isn't at hand");
        }
        return alternate;
    }
}
