package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.ReadAhead;
import io.jemscope.symbols.elf.SectionContent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Searches a file for the lines and functions of wanted addresses, and has the result. */
final class LineSearch implements LineTable {

    private final DwarfFile file;
    private final long[] addresses;
    private final int[] functions;
    private final @Nullable String[] sourceFiles;
    private final int[] sourceLines;

    private final Budget budget;
    private final UnitMap units;
    private final CallTree tree = new CallTree();
    private final FunctionNames names;
    private final LineProgram program;
    private final FunctionWalk walk;
    private final SplitUnits splitUnits;
    // For each address, whether its unit was read and nothing was skipped.
    private final boolean[] complete;
    // Whether every unit was found, with its ranges.
    private boolean allUnitsRead;
    private boolean namesResolved;
    private boolean skipped;
    private @Nullable ElfException problem;

    /**
     * Reads nothing yet.
     *
     * @param binary the executable or library
     * @param addresses the wanted addresses, ascending and distinct
     */
    LineSearch(DwarfFile file, Path binary, long[] addresses, Budget budget) {
        this.file = file;
        this.addresses = addresses;
        this.functions = new int[addresses.length];
        this.sourceFiles = new @Nullable String[addresses.length];
        this.sourceLines = new int[addresses.length];
        this.complete = new boolean[addresses.length];
        Arrays.fill(functions, CallTree.NONE);
        this.budget = budget;
        this.units = new UnitMap(addresses, budget);
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
        return !skipped && isReadable();
    }

    @Override
    public boolean isComplete(long address) {
        int index = Arrays.binarySearch(addresses, address);
        if (index < 0 || !isReadable()) {
            return false;
        }
        return complete[index] || (allUnitsRead && !units.has(index));
    }

    /** Returns whether there was no problem that can affect all addresses. */
    private boolean isReadable() {
        return namesResolved && !budget.isSpent() && file.problem() == null;
    }

    @Override
    public @Nullable String problem() {
        ElfException first = problem == null ? file.problem() : problem;
        return first == null ? null : first.getMessage();
    }

    /** Records that something was skipped, and keeps the first reason that the user can fix. */
    private void skip(Exception failure) {
        skipped = true;
        Throwable reason = failure instanceof MalformedDwarfException ? failure.getCause() : failure;
        if (problem == null && reason instanceof ElfException unreadable) {
            problem = unreadable;
        }
    }

    void run(SectionContent info) {
        try (ReadAhead ahead = ReadAhead.of(info)) {
            Aranges listed = Aranges.read(file, units, budget);
            searchUnits(new UnitReader(file, file, ahead, budget), listed);
        } catch (ElfException | MalformedDwarfException e) {
            // The end of a damaged unit isn't known, so the next can't be found; the lines found so far are right.
            allUnitsRead = false;
            skip(e);
        }
        try {
            names.followUnresolved();
            namesResolved = true;
        } catch (ElfException e) {
            skip(e);
        }
    }

    private void searchUnits(UnitReader reader, Aranges listed) throws ElfException {
        long offset = 0;
        allUnitsRead = true;
        while (true) {
            if (units.isComplete()) {
                Long next = units.nextUnit(offset);
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
        int[] indexes = units.indexesOf(unit.offset);
        if (indexes.length == 0 && isListed) {
            return;
        }
        try {
            reader.readRoot(unit);
            CodeRanges code = reader.code();
            if (!isListed) {
                for (int range = 0; range < code.count(); range++) {
                    units.add(code.start(range), code.limit(range), unit.offset);
                }
                indexes = units.indexesOf(unit.offset);
            }
        } catch (ElfException | MalformedDwarfException e) {
            // The unit's ranges aren't known.
            allUnitsRead = false;
            skip(e);
            return;
        }
        if (indexes.length > 0) {
            boolean before = skipped;
            skipped = false;
            lookUp(unit, reader, indexes);
            for (int index : indexes) {
                complete[index] = !skipped;
            }
            skipped |= before;
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
                // Names, or other data of an unreadable section, are missing.
                skip(unread);
            }
        } catch (ElfException | MalformedDwarfException e) {
            // The lines stay, without functions; the next unit may be readable.
            skip(e);
        }
    }

    /** Returns the split part of a unit; null if it is missing or can't be read: then only the skeleton is used. */
    private SplitUnits.@Nullable Found split(Unit skeleton) {
        try {
            SplitUnits.Found found = splitUnits.find(skeleton);
            skipped |= found == null;
            return found;
        } catch (ElfException | MalformedDwarfException e) {
            skip(e);
            return null;
        }
    }

    private void readLines(Unit unit, long[] wanted, int[] indexes) {
        if (unit.lineProgram < 0) {
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
            skip(e);
        }
        for (int at = 0; at < wanted.length; at++) {
            if (files[at] >= 0) {
                setLine(indexes[at], files[at], lines[at]);
            }
        }
    }

    private void setLine(int index, int sourceFile, int sourceLine) {
        try {
            sourceFiles[index] = program.path(sourceFile);
            sourceLines[index] = sourceLine;
        } catch (MalformedDwarfException e) {
            // Without the file's name the line is useless.
            skip(e);
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
            skip(e);
        }
        for (int at = 0; at < wanted.length; at++) {
            functions[indexes[at]] = found[at];
        }
    }
}
