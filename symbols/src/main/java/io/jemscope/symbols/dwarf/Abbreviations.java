package io.jemscope.symbols.dwarf;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The abbreviations of a unit's entries ({@code .debug_abbrev}), compiled to the steps for reading an entry. Most attributes
 * describe types and variables and aren't needed; adjacent ones of fixed length are skipped in one step.
 *
 * <p>An abbreviation is a sequence of integers: its {@link Role}, with a flag for children above it; the length of its entries and
 * the offset in them of the reference to the sibling, if both are constant; and its steps up to a 0. A step is either a number of
 * bytes to skip (negative), or a form, with the attribute's slot counted from 1 above it; slot 0 is skipped. A constant in the
 * abbreviation itself follows its step as an index. The object is reused for each unit.
 */
final class Abbreviations {

    private static final int BYTES = 1;
    private static final int SIBLING_AT = 2;
    private static final int STEPS = 3;

    private static final int ROLE_MASK = 0xf;
    private static final int CHILDREN = 0x10;
    private static final int SLOT_SHIFT = 16;
    private static final int FORM_MASK = 0xffff;
    // For a length or offset that differs from entry to entry.
    private static final int VARIES = -1;
    private static final int DECLARATION = 0x3c;

    // Compilers count codes from 1; larger codes are in a map.
    private static final int MAX_DENSE_CODES = 1 << 14;
    private static final int MAX_FORM = 0x7fff;

    private int[] program = new int[1 << 12];
    private int programEnd;
    private long[] constants = new long[64];
    private int constantsEnd;
    private int[] dense = new int[1 << 8];
    private final Map<Long, Integer> sparse = new HashMap<>();
    private long offset = -1;
    private @Nullable Encoding encoding;
    private @Nullable MalformedDwarfException damage;

    /** Reads the table at an offset, unless it was the last one read; throws the same exception again if it is damaged. */
    void read(SectionCursor cursor, long from, Encoding unit, Budget budget) {
        if (from == offset && unit.equals(encoding)) {
            if (damage != null) {
                throw damage;
            }
            return;
        }
        offset = from;
        encoding = unit;
        damage = null;
        // Index 0 stands for an unknown code.
        programEnd = 1;
        constantsEnd = 0;
        Arrays.fill(dense, 0);
        sparse.clear();
        long charged = from;
        try {
            // Once the budget is spent, nothing is read.
            budget.spend(1);
            cursor.seek(from);
            for (long code = cursor.uleb(); code != 0; code = cursor.uleb()) {
                readAbbreviation(cursor, code, unit);
                budget.spend(cursor.position() - charged);
                charged = cursor.position();
            }
        } catch (MalformedDwarfException e) {
            // Every unit may refer to this table, or to another offset in it: damaged parts are charged, too.
            damage = e;
            budget.spend(Math.max(0, cursor.position() - charged));
            throw e;
        }
    }

    private void readAbbreviation(SectionCursor cursor, long code, Encoding unit) {
        int start = programEnd;
        int tag = cursor.index();
        boolean children = cursor.u1() != 0;
        add(0);
        add(0);
        add(VARIES);
        boolean hasRanges = false;
        boolean declaration = false;
        int bytesOfAll = 0;
        int skipped = 0;
        while (true) {
            int attribute = cursor.index();
            int form = cursor.index();
            if (attribute == 0 && form == 0) {
                break;
            }
            if (form == 0 || form > MAX_FORM) {
                throw new MalformedDwarfException("Unknown form: " + form);
            }
            long constant = form == Form.IMPLICIT_CONST ? cursor.sleb() : 0;
            int slot = Attributes.slot(tag, attribute);
            int bytes = Form.fixedBytes(form, unit);
            if (slot == Attributes.SIBLING && form == Form.REF4) {
                program[start + SIBLING_AT] = bytesOfAll;
            }
            bytesOfAll = bytes < 0 || bytesOfAll < 0 ? VARIES : bytesOfAll + bytes;
            if (slot < 0 && bytes >= 0) {
                skipped += bytes;
                declaration |= attribute == DECLARATION && form == Form.FLAG_PRESENT;
                continue;
            }
            hasRanges |= slot == Attributes.LOW_PC || slot == Attributes.RANGES;
            addSkip(skipped);
            skipped = 0;
            add((slot + 1) << SLOT_SHIFT | form);
            if (form == Form.IMPLICIT_CONST) {
                add(constant(constant));
            }
        }
        addSkip(skipped);
        add(0);
        program[start] = Role.of(tag, hasRanges, declaration) | (children ? CHILDREN : 0);
        program[start + BYTES] = bytesOfAll;
        put(code, start);
    }

    private void addSkip(int bytes) {
        if (bytes > 0) {
            add(-bytes);
        }
    }

    private void put(long code, int start) {
        if (code < 0 || code >= MAX_DENSE_CODES) {
            sparse.put(code, start);
            return;
        }
        if (code >= dense.length) {
            dense = Arrays.copyOf(dense, Math.max((int) code + 1, dense.length * 2));
        }
        dense[(int) code] = start;
    }

    private void add(int word) {
        if (programEnd == program.length) {
            program = Arrays.copyOf(program, program.length * 2);
        }
        program[programEnd++] = word;
    }

    private int constant(long value) {
        if (constantsEnd == constants.length) {
            constants = Arrays.copyOf(constants, constants.length * 2);
        }
        constants[constantsEnd] = value;
        return constantsEnd++;
    }

    /** Returns the index of a code's abbreviation. */
    int find(long code) {
        int start = code >= 0 && code < dense.length ? dense[(int) code] : sparse.getOrDefault(code, 0);
        if (start == 0) {
            throw new MalformedDwarfException("An entry has an unknown abbreviation");
        }
        return start;
    }

    int role(int abbreviation) {
        return program[abbreviation] & ROLE_MASK;
    }

    boolean hasChildren(int abbreviation) {
        return (program[abbreviation] & CHILDREN) != 0;
    }

    /** Skips an entry's attributes, from behind its code; returns the offset of its sibling, 0 if it has none. */
    long skipEntry(SectionCursor cursor, int abbreviation, Attributes attributes, Encoding unit) {
        int bytes = program[abbreviation + BYTES];
        if (bytes == VARIES) {
            attributes.clear();
            readEntry(cursor, abbreviation, attributes, unit);
            return attributes.value(Attributes.SIBLING, 0);
        }
        int siblingAt = program[abbreviation + SIBLING_AT];
        if (siblingAt == VARIES || !hasChildren(abbreviation)) {
            cursor.skip(bytes);
            return 0;
        }
        cursor.skip(siblingAt);
        long sibling = cursor.u4();
        cursor.skip(bytes - siblingAt - Integer.BYTES);
        return sibling;
    }

    /** Reads an entry's attributes, from behind its code. */
    void readEntry(SectionCursor cursor, int abbreviation, Attributes attributes, Encoding unit) {
        int[] words = program;
        for (int at = abbreviation + STEPS; words[at] != 0; at++) {
            int step = words[at];
            if (step < 0) {
                cursor.skip(-step);
                continue;
            }
            int form = step & FORM_MASK;
            int slot = (step >>> SLOT_SHIFT) - 1;
            if (slot < 0) {
                Form.skip(cursor, form, unit);
            } else if (form == Form.IMPLICIT_CONST) {
                attributes.set(slot, form, constants[words[++at]]);
            } else {
                int direct = form == Form.INDIRECT ? Form.direct(cursor) : form;
                attributes.set(slot, direct, Form.read(cursor, direct, unit));
            }
        }
    }
}
