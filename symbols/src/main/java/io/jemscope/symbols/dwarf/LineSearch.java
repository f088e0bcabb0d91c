package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.ReadAhead;
import io.jemscope.symbols.elf.SectionContent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One search of a file for wanted addresses, and what it has found. */
final class LineSearch implements LineTable {

    private final DwarfFile file;
    private final long[] addresses;
    private final int[] functions;
    private final @Nullable String[] sourceFiles;
    private final int[] sourceLines;

    private final Budget budget;
    private final Search search;
    private final CallTree tree = new CallTree();
    private final FunctionNames names;
    private final LineProgram program;
    private final FunctionWalk walk;
    private final SplitUnits splitUnits;
    private final RangeSet code = new RangeSet();
    // Of each address, whether its unit was looked through and nothing was left out.
    private final boolean[] answered;
    // Whether every unit was met, and told what it holds.
    private boolean allMet;
    private boolean namesFollowed;
    private boolean leftOut;
    private @Nullable ElfException problem;

    /**
     * Makes it.
     *
     * @param binary the executable or library
     * @param addresses the wanted addresses, ascending, each once
     */
    LineSearch(DwarfFile file, Path binary, long[] addresses, Budget budget) {
        this.file = file;
        this.addresses = addresses;
        this.functions = new int[addresses.length];
        this.sourceFiles = new @Nullable String[addresses.length];
        this.sourceLines = new int[addresses.length];
        this.answered = new boolean[addresses.length];
        Arrays.fill(functions, CallTree.NONE);
        this.budget = budget;
        this.search = new Search(addresses, budget);
        this.names = new FunctionNames(tree, budget);
        this.program = new LineProgram(budget);
        this.walk = new FunctionWalk(tree, names, program, budget);
        this.splitUnits = new SplitUnits(file, binary, budget);
    }

    @Override
    public List<LineFrame> frames(long address) {
        int index = Arrays.binarySearch(addresses, address);
        if (index < 0) {
            return List.of();
        }
        String source = sourceFiles[index];
        int function = functions[index];
        if (function != CallTree.NONE) {
            return tree.frames(function, source, sourceLines[index]);
        }
        return source == null ? List.of() : List.of(new LineFrame(null, source, sourceLines[index]));
    }

    @Override
    public boolean isComplete() {
        return !leftOut && isReadable();
    }

    @Override
    public boolean isComplete(long address) {
        int index = Arrays.binarySearch(addresses, address);
        if (index < 0 || !isReadable()) {
            return false;
        }
        return answered[index] || (allMet && !search.isClaimed(index));
    }

    /** Whether nothing went wrong that may have to do with any address. */
    private boolean isReadable() {
        return namesFollowed && !budget.isSpent() && file.problem() == null;
    }

    @Override
    public @Nullable String problem() {
        ElfException first = problem == null ? file.problem() : problem;
        return first == null ? null : first.getMessage();
    }

    /** Notes that something was left out; the first reason that the user can do something about is kept. */
    private void note(Exception failure) {
        leftOut = true;
        Throwable reason = failure instanceof MalformedDwarfException ? failure.getCause() : failure;
        if (problem == null && reason instanceof ElfException unreadable) {
            problem = unreadable;
        }
    }

    void run(SectionContent info) {
        try (ReadAhead ahead = ReadAhead.of(info)) {
            AddressRanges listed = AddressRanges.read(file, search, budget);
            searchUnits(new UnitReader(file, file, ahead, budget), listed);
        } catch (ElfException | MalformedDwarfException e) {
            // Where one unit ends in the dark, the next can't be found; what has been found is right.
            allMet = false;
            note(e);
        }
        try {
            names.followOpen();
            namesFollowed = true;
        } catch (ElfException e) {
            note(e);
        }
    }

    private void searchUnits(UnitReader reader, AddressRanges listed) throws ElfException {
        long offset = 0;
        allMet = true;
        while (true) {
            if (search.isComplete()) {
                Long next = search.nextUnit(offset);
                if (next == null) {
                    return;
                }
                offset = next;
            }
            if (!reader.has(offset)) {
                return;
            }
            Unit unit = reader.readHeader(offset);
            if (!unit.holdsTypes) {
                searchUnit(unit, reader, listed.lists(unit.offset));
            }
            offset = unit.limit;
        }
    }

    private void searchUnit(Unit unit, UnitReader reader, boolean isListed) {
        int[] indexes = search.claimedBy(unit.offset);
        if (indexes.length == 0 && isListed) {
            return;
        }
        try {
            reader.readRoot(unit, code);
            if (!isListed) {
                for (int range = 0; range < code.count(); range++) {
                    search.claim(code.start(range), code.limit(range), unit.offset);
                }
                indexes = search.claimedBy(unit.offset);
            }
        } catch (ElfException | MalformedDwarfException e) {
            // A unit that doesn't tell what it is.
            allMet = false;
            note(e);
            return;
        }
        if (indexes.length > 0) {
            boolean before = leftOut;
            leftOut = false;
            lookUp(unit, reader, indexes);
            for (int index : indexes) {
                answered[index] = !leftOut;
            }
            leftOut |= before;
        }
    }

    private void lookUp(Unit unit, UnitReader reader, int[] indexes) {
        long[] wanted = new long[indexes.length];
        for (int at = 0; at < indexes.length; at++) {
            wanted[at] = addresses[indexes[at]];
        }
        readLines(unit, wanted, indexes);
        try {
            SplitUnits.Found split = unit.splitId == 0 ? null : split(unit);
            Unit whole = split == null ? unit : split.unit();
            UnitReader entries = split == null ? reader : split.reader();
            entries.readWhole(whole);
            readFunctions(whole, entries, wanted, indexes);
            ElfException unread = whole.file.problem();
            if (split != null && unread != null) {
                // Names are missing, or something else that a section told which can't be read.
                note(unread);
            }
        } catch (ElfException | MalformedDwarfException e) {
            // The lines stay, without the functions; the next unit may be sound.
            note(e);
        }
    }

    /** The split part of a unit; null where it isn't at hand or can't be read: then its skeleton says what is left. */
    private SplitUnits.@Nullable Found split(Unit skeleton) {
        try {
            SplitUnits.Found found = splitUnits.find(skeleton);
            leftOut |= found == null;
            return found;
        } catch (ElfException | MalformedDwarfException e) {
            note(e);
            return null;
        }
    }

    private void readLines(Unit unit, long[] wanted, int[] indexes) {
        if (unit.statements < 0) {
            program.clear();
            return;
        }
        int[] files = new int[wanted.length];
        int[] lines = new int[wanted.length];
        Arrays.fill(files, -1);
        try {
            program.readHeader(unit);
            program.run(wanted, files, lines);
        } catch (MalformedDwarfException e) {
            // The rows before the damage are right.
            note(e);
        }
        for (int at = 0; at < wanted.length; at++) {
            if (files[at] >= 0) {
                tellLine(indexes[at], files[at], lines[at]);
            }
        }
    }

    private void tellLine(int index, int sourceFile, int sourceLine) {
        try {
            sourceFiles[index] = program.path(sourceFile);
            sourceLines[index] = sourceLine;
        } catch (MalformedDwarfException e) {
            // A name that points nowhere; then the line says nothing.
            note(e);
            sourceFiles[index] = null;
        }
    }

    private void readFunctions(Unit unit, UnitReader reader, long[] wanted, int[] indexes) {
        int[] found = new int[wanted.length];
        Arrays.fill(found, CallTree.NONE);
        try {
            walk.walk(unit, reader.cursor(), reader.abbreviations(), wanted, found);
        } catch (MalformedDwarfException e) {
            // The functions before the damage are right.
            note(e);
        }
        for (int at = 0; at < wanted.length; at++) {
            functions[indexes[at]] = found[at];
        }
    }
}
