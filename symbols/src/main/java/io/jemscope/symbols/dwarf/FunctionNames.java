package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Finds the names of functions. An entry with code often has no name, but refers to its origin (the function that was inlined or
 * cloned) or its specification (the declaration), which may refer to others. References within a unit are followed at once.
 * References to other units, as in link-time optimised programs and after {@code dwz}, are followed at the end, sorted by
 * offset: a compressed section is read in order.
 */
final class FunctionNames {

    private static final int MAX_CHAIN = 16;

    /** A reference to an entry of another unit, or of the shared file. */
    private record Reference(int name, DwarfFile file, long offset) {}

    private final CallTree tree;
    private final Budget budget;
    private final Attributes origin = new Attributes();
    // By file, the names of functions by their entries' offsets. Weak: a split file isn't needed after its unit.
    private final Map<DwarfFile, Map<Long, Integer>> known = new WeakHashMap<>();
    private List<Reference> unresolved = new ArrayList<>();

    FunctionNames(CallTree tree, Budget budget) {
        this.tree = tree;
        this.budget = budget;
    }

    /** Returns the index of the name of the function whose entry has been read. The cursor doesn't move. */
    int of(Unit unit, SectionCursor info, Abbreviations abbreviations, Attributes entry) {
        boolean direct = entry.has(Attributes.LINKAGE_NAME) || entry.has(Attributes.NAME);
        int slot = originSlot(entry);
        if (direct || slot < 0) {
            return follow(unit, info, abbreviations, entry);
        }
        long target = target(unit, entry, slot);
        Map<Long, Integer> ofFile;
        try {
            ofFile = known.computeIfAbsent(targetFile(unit, entry, slot), any -> new HashMap<>());
        } catch (MalformedDwarfException e) {
            // The file with the name is missing; the function has no name, but its line is known.
            return tree.addName(null);
        }
        Integer name = ofFile.get(target);
        if (name == null) {
            name = follow(unit, info, abbreviations, entry);
            ofFile.put(target, name);
        }
        return name;
    }

    private int follow(Unit unit, SectionCursor info, Abbreviations abbreviations, Attributes entry) {
        int name = tree.addName(null);
        long back = info.position();
        try {
            follow(unit, info, abbreviations, entry, name);
        } catch (MalformedDwarfException e) {
            // The function keeps the name found so far, or none.
            return name;
        } finally {
            info.moveTo(back);
        }
        return name;
    }

    private void follow(Unit unit, SectionCursor info, Abbreviations abbreviations, Attributes first, int name) {
        Attributes entry = first;
        boolean named = false;
        for (int step = 0; step < MAX_CHAIN; step++) {
            if (entry.has(Attributes.LINKAGE_NAME)) {
                tree.setName(name, string(unit, info, entry, Attributes.LINKAGE_NAME));
                return;
            }
            if (!named && entry.has(Attributes.NAME)) {
                tree.setName(name, string(unit, info, entry, Attributes.NAME));
                named = true;
            }
            int slot = originSlot(entry);
            if (slot < 0) {
                return;
            }
            long target = target(unit, entry, slot);
            DwarfFile file = targetFile(unit, entry, slot);
            if (file != unit.file || !info.holds(target)) {
                unresolved.add(new Reference(name, file, target));
                return;
            }
            info.moveTo(target);
            origin.clear();
            abbreviations.readEntry(info, abbreviations.find(info.uleb()), origin, unit.encoding);
            entry = origin;
        }
    }

    private String string(Unit unit, SectionCursor info, Attributes entry, int slot) {
        String text = unit.string(info, entry.form(slot), entry.value(slot));
        // Names are stored, and many entries may refer to one long text.
        budget.spend(text.length());
        return text;
    }

    private static int originSlot(Attributes entry) {
        if (entry.has(Attributes.ABSTRACT_ORIGIN)) {
            return Attributes.ABSTRACT_ORIGIN;
        }
        return entry.has(Attributes.SPECIFICATION) ? Attributes.SPECIFICATION : -1;
    }

    private static long target(Unit unit, Attributes entry, int slot) {
        long value = entry.value(slot);
        return switch (entry.form(slot)) {
            case Form.REF1, Form.REF2, Form.REF4, Form.REF8, Form.REF_UDATA -> unit.offset + value;
            default -> value;
        };
    }

    private static DwarfFile targetFile(Unit unit, Attributes entry, int slot) {
        return switch (entry.form(slot)) {
            case Form.REF1, Form.REF2, Form.REF4, Form.REF8, Form.REF_UDATA, Form.REF_ADDR -> unit.file;
            case Form.REF_SUP4, Form.REF_SUP8, Form.GNU_REF_ALT -> unit.file.alternate();
            default -> throw new MalformedDwarfException("Not a reference: form " + entry.form(slot));
        };
    }

    /**
     * Follows the references to other units, file by file and by offset, until none is left.
     *
     * @throws ElfException if a file can't be read; the names found so far are right
     */
    void followUnresolved() throws ElfException {
        ElfException unread = null;
        for (int step = 0; step < MAX_CHAIN && !unresolved.isEmpty(); step++) {
            List<Reference> references = unresolved;
            unresolved = new ArrayList<>();
            List<DwarfFile> files = new ArrayList<>();
            for (Reference reference : references) {
                if (!files.contains(reference.file())) {
                    files.add(reference.file());
                }
            }
            for (DwarfFile file : files) {
                List<Reference> ofFile = new ArrayList<>();
                for (Reference reference : references) {
                    if (reference.file() == file) {
                        ofFile.add(reference);
                    }
                }
                ofFile.sort((one, other) -> Long.compare(one.offset(), other.offset()));
                follow(file, ofFile);
                if (file.isSplit()) {
                    unread = unread == null ? file.problem() : unread;
                    file.release();
                }
            }
        }
        if (unread != null) {
            throw unread;
        }
    }

    private void follow(DwarfFile file, List<Reference> references) throws ElfException {
        SectionContent info = file.info();
        if (info == null) {
            return;
        }
        UnitReader reader = new UnitReader(file, file, info, budget);
        int next = 0;
        try {
            if (file.isSplit() && !info.isRandomAccess()) {
                // Any number of split files may have such references; the other two files are inflated a few times at
                // most.
                budget.spend(info.bytes());
            }
            long offset = 0;
            while (next < references.size() && reader.has(offset)) {
                Unit unit = reader.readHeader(offset);
                if (references.get(next).offset() < unit.limit) {
                    reader.readRoot(unit);
                    reader.readWhole(unit);
                }
                while (next < references.size() && references.get(next).offset() < unit.limit) {
                    follow(unit, reader, references.get(next++));
                }
                offset = unit.limit;
            }
        } catch (MalformedDwarfException e) {
            // The end of a damaged unit isn't known, so the next can't be found.
            return;
        }
    }

    private void follow(Unit unit, UnitReader reader, Reference reference) {
        try {
            SectionCursor info = reader.cursor();
            info.moveTo(reference.offset());
            origin.clear();
            Abbreviations abbreviations = reader.abbreviations();
            abbreviations.readEntry(info, abbreviations.find(info.uleb()), origin, unit.encoding);
            // This may replace a short name found on the way with a linkage name.
            follow(unit, info, abbreviations, origin, reference.name());
        } catch (MalformedDwarfException e) {
            // This function stays without a name.
            return;
        }
    }
}
