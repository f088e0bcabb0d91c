package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The debug sections of one file, each opened at the first use and read through its own cursor.
 *
 * <p>Compressed sections are inflated whole, except for {@code .debug_info}: that is read in order, unless it has split units and
 * fits in the heap.
 */
final class DwarfFile {

    // The budget allows eight steps for each byte of a file.
    private static final int MAX_PASSES = 4;

    private final DebugSections sections;
    private final String suffix;
    private final @Nullable DwarfFile alternate;
    private final Map<String, @Nullable SectionCursor> cursors = new HashMap<>();
    private final Map<String, ElfException> failures = new HashMap<>();
    private @Nullable SectionContent randomAccess;
    private @Nullable ElfException randomAccessFailure;
    // Used if .debug_info is too large for random access.
    private @Nullable SectionContent stream;
    // How far the stream has been read, and how often from its beginning.
    private long streamed;
    private int passes;
    private @Nullable ElfException problem;

    /**
     * Reads nothing yet.
     *
     * @param suffix the end of the sections' names: {@code .dwo} in split debug files, else empty
     * @param alternate the file with entries and strings that several debug files share; null if there is none
     */
    DwarfFile(DebugSections sections, String suffix, @Nullable DwarfFile alternate) {
        this.sections = sections;
        this.suffix = suffix;
        this.alternate = alternate;
    }

    DebugSections sections() {
        return sections;
    }

    /** The inflated lengths of the sections that may be read in large parts; unreadable ones count 0. */
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
            // A later use of the section fails with the reason.
            return 0;
        }
    }

    boolean has(String name) {
        return sections.has(name + suffix);
    }

    /** Opens the entries for reads in order; null if there are none. */
    @Nullable
    SectionContent info() throws ElfException {
        return sections.content(".debug_info" + suffix);
    }

    /**
     * Opens the entries for reading one unit. They are inflated once, and charged to the budget. If they are too large for the heap,
     * they are read on from the end of the last unit, and at most {@value #MAX_PASSES} times from the start.
     *
     * @param offset the unit's offset
     * @return the entries; null if there are none
     */
    @Nullable
    SectionContent infoAt(long offset, Budget budget) throws ElfException {
        if (randomAccess != null) {
            return randomAccess;
        }
        if (randomAccessFailure != null) {
            throw randomAccessFailure;
        }
        SectionContent info = stream == null ? info() : stream;
        if (info == null) {
            return null;
        }
        if (!info.fitsInHeap()) {
            return streamAt(offset, info, budget);
        }
        if (!info.isRandomAccess()) {
            budget.spend(info.bytes());
        }
        try {
            randomAccess = info.randomAccess();
        } catch (ElfException e) {
            randomAccessFailure = e;
            throw e;
        }
        return randomAccess;
    }

    private SectionContent streamAt(long offset, SectionContent info, Budget budget) throws ElfException {
        if (stream == null || offset < streamed) {
            if (passes == MAX_PASSES) {
                // Throws an exception that says that it is too large.
                return info.randomAccess();
            }
            budget.spend(info.bytes());
            passes++;
        }
        stream = info;
        streamed = offset;
        return info;
    }

    /** Records how far the content of {@link #infoAt} has been read. */
    void setReadTo(long offset) {
        streamed = Math.max(streamed, offset);
    }

    /** Returns whether it is a split debug file. */
    boolean isSplit() {
        return !suffix.isEmpty();
    }

    /** Frees inflated sections; a later use inflates them again. */
    void release() {
        randomAccess = null;
        stream = null;
        cursors.clear();
    }

    /** Returns a cursor over a section; fails if the file doesn't have it. */
    SectionCursor need(String name) {
        SectionCursor cursor = cursor(name);
        if (cursor == null) {
            throw new MalformedDwarfException("No section " + name + suffix);
        }
        return cursor;
    }

    /** Returns the cursor over a section, always the same; null if there is no such section. */
    @Nullable
    SectionCursor cursor(String name) {
        if (cursors.containsKey(name)) {
            return cursors.get(name);
        }
        ElfException failure = failures.get(name);
        if (failure != null) {
            throw new MalformedDwarfException(failure);
        }
        try {
            SectionContent content = sections.content(name + suffix);
            SectionCursor cursor = content == null ? null : new SectionCursor(content.randomAccess());
            cursors.put(name, cursor);
            return cursor;
        } catch (ElfException e) {
            // Not tried again for each unit.
            failures.put(name, e);
            problem = problem == null ? e : problem;
            throw new MalformedDwarfException(e);
        }
    }

    /** Returns why a section of this or the shared file couldn't be read; null if none has failed so far. */
    @Nullable
    ElfException problem() {
        return problem != null || alternate == null ? problem : alternate.problem();
    }

    /** The file with shared entries and strings. */
    DwarfFile alternate() {
        if (alternate == null) {
            throw new MalformedDwarfException("The file with shared debug information is missing");
        }
        return alternate;
    }
}
