package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;
import io.jemscope.symbols.elf.SectionContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The names of functions. An entry with code often has none, but an origin (what was inlined or cloned) or a
 * specification (what was declared) that has, maybe through others. Within a unit these are followed at once. Into other
 * units, as programs compiled as a whole and those that {@code dwz} has been over refer, they are followed at the end,
 * sorted: another unit may lie in the compressed part that is gone or still to come.
 */
final class FunctionNames {

    private static final int LONGEST_CHAIN = 16;

    /** A reference to an entry of another unit, or of the shared file. */
    private record Reference(int name, DwarfFile file, long offset) {}

    private final CallTree tree;
    private final Budget budget;
    private final Attributes origin = new Attributes();
    // By file, the names of functions by their entries' offsets. Weak: a split file is done with once its unit is.
    private final Map<DwarfFile, Map<Long, Integer>> known = new WeakHashMap<>();
    private List<Reference> open = new ArrayList<>();

    FunctionNames(CallTree tree, Budget budget) {
        this.tree = tree;
        this.budget = budget;
    }

    /** The index of the name of the function whose entry has been read; the cursor stays where it is. */
    int of(Unit unit, Cursor info, Abbreviations abbreviations, Attributes entry) {
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
            // The file that has its name isn't at hand; where it stands is known all the same.
            return tree.addName(null);
        }
        Integer name = ofFile.get(target);
        if (name == null) {
            name = follow(unit, info, abbreviations, entry);
            ofFile.put(target, name);
        }
        return name;
    }

    private int follow(Unit unit, Cursor info, Abbreviations abbreviations, Attributes entry) {
        int name = tree.addName(null);
        long back = info.position();
        try {
            follow(unit, info, abbreviations, entry, name);
        } catch (MalformedDwarfException e) {
            // The function is there all the same, with the name that was found so far or none.
            return name;
        } finally {
            info.moveTo(back);
        }
        return name;
    }

    private void follow(Unit unit, Cursor info, Abbreviations abbreviations, Attributes first, int name) {
        Attributes entry = first;
        boolean told = false;
        for (int step = 0; step < LONGEST_CHAIN; step++) {
            if (entry.has(Attributes.LINKAGE_NAME)) {
                tree.tellName(name, string(unit, info, entry, Attributes.LINKAGE_NAME));
                return;
            }
            if (!told && entry.has(Attributes.NAME)) {
                tree.tellName(name, string(unit, info, entry, Attributes.NAME));
                told = true;
            }
            int slot = originSlot(entry);
            if (slot < 0) {
                return;
            }
            long target = target(unit, entry, slot);
            DwarfFile file = targetFile(unit, entry, slot);
            if (file != unit.file || !info.holds(target)) {
                open.add(new Reference(name, file, target));
                return;
            }
            info.moveTo(target);
            origin.clear();
            abbreviations.readEntry(info, abbreviations.shape(info.uleb()), origin, unit.encoding);
            entry = origin;
        }
    }

    private String string(Unit unit, Cursor info, Attributes entry, int slot) {
        String text = unit.string(info, entry.form(slot), entry.value(slot));
        // Names are kept, and many entries may point at one long text.
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
            default -> throw new MalformedDwarfException("No reference: form " + entry.form(slot));
        };
    }

    /**
     * Follows the references into other units, file by file and in the order of the offsets, until none is left.
     *
     * @throws ElfException where a file can't be read; the names told so far are right
     */
    void followOpen() throws ElfException {
        ElfException unread = null;
        for (int step = 0; step < LONGEST_CHAIN && !open.isEmpty(); step++) {
            List<Reference> references = open;
            open = new ArrayList<>();
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
                    file.letGo();
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
        RangeSet unused = new RangeSet();
        int next = 0;
        try {
            if (file.isSplit() && !info.isInAnyOrder()) {
                // Any number of split files may refer so; the other two files are inflated a few times at most.
                budget.spend(info.bytes());
            }
            long offset = 0;
            while (next < references.size() && reader.has(offset)) {
                Unit unit = reader.readHeader(offset);
                if (references.get(next).offset() < unit.limit) {
                    reader.readRoot(unit, unused);
                    reader.readWhole(unit);
                }
                while (next < references.size() && references.get(next).offset() < unit.limit) {
                    follow(unit, reader, references.get(next++));
                }
                offset = unit.limit;
            }
        } catch (MalformedDwarfException e) {
            // Where one unit ends in the dark, the next can't be found.
            return;
        }
    }

    private void follow(Unit unit, UnitReader reader, Reference reference) {
        try {
            Cursor info = reader.cursor();
            info.moveTo(reference.offset());
            origin.clear();
            Abbreviations abbreviations = reader.abbreviations();
            abbreviations.readEntry(info, abbreviations.shape(info.uleb()), origin, unit.encoding);
            // A name that the way here has told already was a declaration's or clone's own; a full one is better.
            follow(unit, info, abbreviations, origin, reference.name());
        } catch (MalformedDwarfException e) {
            // This one stays without a name.
            return;
        }
    }
}
