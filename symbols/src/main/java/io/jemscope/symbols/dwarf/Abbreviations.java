package io.jemscope.symbols.dwarf;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of a unit's entries ({@code .debug_abbrev}), compiled to what reading an entry takes: what is of no use and
 * of a fixed length is one step, however many attributes it is: most attributes describe types and variables.
 *
 * <p>A shape is a run of integers: its {@link Role} with, above it, whether it has children; how long its entries are and
 * where in them the reference to the sibling stands, where both are the same for all; and its steps up to a 0. A step is
 * either a number of bytes to step over (negative), or a form with, above it, the attribute's slot counted from 1; no slot
 * where a value is only stepped over. A constant that stands in the shape itself follows its step as an index. The object
 * is filled again for each unit.
 */
final class Abbreviations {

    private static final int BYTES = 1;
    private static final int SIBLING_AT = 2;
    private static final int STEPS = 3;

    private static final int ROLE_MASK = 0xf;
    private static final int CHILDREN = 0x10;
    private static final int SLOT_SHIFT = 16;
    private static final int FORM_MASK = 0xffff;
    // How long and where, where it differs from entry to entry.
    private static final int VARIES = -1;
    private static final int DECLARATION = 0x3c;

    // Codes are counted from 1 in practice; whatever is beyond goes into a map.
    private static final int MOST_DENSE_CODES = 1 << 14;
    private static final int LARGEST_FORM = 0x7fff;

    private int[] shapes = new int[1 << 12];
    private int shapesEnd;
    private long[] constants = new long[64];
    private int constantsEnd;
    private int[] dense = new int[1 << 8];
    private final Map<Long, Integer> sparse = new HashMap<>();
    private long offset = -1;
    private @Nullable Encoding encoding;
    private @Nullable MalformedDwarfException damage;

    /** Reads the table at an offset; keeps what is there if it is that already, its damage as well. */
    void read(Cursor cursor, long from, Encoding unit, Budget budget) {
        if (from == offset && unit.equals(encoding)) {
            if (damage != null) {
                throw damage;
            }
            return;
        }
        offset = from;
        encoding = unit;
        damage = null;
        // Place 0 means that there is no such code.
        shapesEnd = 1;
        constantsEnd = 0;
        Arrays.fill(dense, 0);
        sparse.clear();
        long paid = from;
        try {
            // Once all is spent, not even the first shape is read.
            budget.spend(1);
            cursor.seek(from);
            for (long code = cursor.uleb(); code != 0; code = cursor.uleb()) {
                readShape(cursor, code, unit);
                budget.spend(cursor.position() - paid);
                paid = cursor.position();
            }
        } catch (MalformedDwarfException e) {
            // Every unit may refer to this table, or to a place of its own in it: what was read in vain is paid as
            // well.
            damage = e;
            budget.spend(Math.max(0, cursor.position() - paid));
            throw e;
        }
    }

    private void readShape(Cursor cursor, long code, Encoding unit) {
        int place = shapesEnd;
        int tag = cursor.index();
        boolean children = cursor.u1() != 0;
        add(0);
        add(0);
        add(VARIES);
        boolean placed = false;
        boolean declared = false;
        int all = 0;
        int skipped = 0;
        while (true) {
            int attribute = cursor.index();
            int form = cursor.index();
            if (attribute == 0 && form == 0) {
                break;
            }
            if (form == 0 || form > LARGEST_FORM) {
                throw new MalformedDwarfException("No form known: " + form);
            }
            long constant = form == Form.IMPLICIT_CONST ? cursor.sleb() : 0;
            int slot = Attributes.slot(tag, attribute);
            int bytes = Form.fixedBytes(form, unit);
            if (slot == Attributes.SIBLING && form == Form.REF4) {
                shapes[place + SIBLING_AT] = all;
            }
            all = bytes < 0 || all < 0 ? VARIES : all + bytes;
            if (slot < 0 && bytes >= 0) {
                skipped += bytes;
                declared |= attribute == DECLARATION && form == Form.FLAG_PRESENT;
                continue;
            }
            placed |= slot == Attributes.LOW_PC || slot == Attributes.RANGES;
            addSkip(skipped);
            skipped = 0;
            add((slot + 1) << SLOT_SHIFT | form);
            if (form == Form.IMPLICIT_CONST) {
                add(constant(constant));
            }
        }
        addSkip(skipped);
        add(0);
        shapes[place] = Role.of(tag, placed, declared) | (children ? CHILDREN : 0);
        shapes[place + BYTES] = all;
        put(code, place);
    }

    private void addSkip(int bytes) {
        if (bytes > 0) {
            add(-bytes);
        }
    }

    private void put(long code, int place) {
        if (code < 0 || code >= MOST_DENSE_CODES) {
            sparse.put(code, place);
            return;
        }
        if (code >= dense.length) {
            dense = Arrays.copyOf(dense, Math.max((int) code + 1, dense.length * 2));
        }
        dense[(int) code] = place;
    }

    private void add(int word) {
        if (shapesEnd == shapes.length) {
            shapes = Arrays.copyOf(shapes, shapes.length * 2);
        }
        shapes[shapesEnd++] = word;
    }

    private int constant(long value) {
        if (constantsEnd == constants.length) {
            constants = Arrays.copyOf(constants, constants.length * 2);
        }
        constants[constantsEnd] = value;
        return constantsEnd++;
    }

    /** Where a code's shape begins. */
    int shape(long code) {
        int place = code >= 0 && code < dense.length ? dense[(int) code] : sparse.getOrDefault(code, 0);
        if (place == 0) {
            throw new MalformedDwarfException("An entry of no shape known");
        }
        return place;
    }

    int role(int shape) {
        return shapes[shape] & ROLE_MASK;
    }

    boolean hasChildren(int shape) {
        return (shapes[shape] & CHILDREN) != 0;
    }

    /** Steps over an entry's attributes, the cursor behind its code; says where its sibling is told to be, 0 where it isn't. */
    long stepOver(Cursor cursor, int shape, Attributes attributes, Encoding unit) {
        int bytes = shapes[shape + BYTES];
        if (bytes == VARIES) {
            attributes.clear();
            readEntry(cursor, shape, attributes, unit);
            return attributes.value(Attributes.SIBLING, 0);
        }
        int siblingAt = shapes[shape + SIBLING_AT];
        if (siblingAt == VARIES || !hasChildren(shape)) {
            cursor.skip(bytes);
            return 0;
        }
        cursor.skip(siblingAt);
        long sibling = cursor.u4();
        cursor.skip(bytes - siblingAt - Integer.BYTES);
        return sibling;
    }

    /** Reads an entry's attributes, the cursor behind its code. */
    void readEntry(Cursor cursor, int shape, Attributes attributes, Encoding unit) {
        int[] words = shapes;
        for (int at = shape + STEPS; words[at] != 0; at++) {
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
                int written = form == Form.INDIRECT ? Form.direct(cursor) : form;
                attributes.set(slot, written, Form.read(cursor, written, unit));
            }
        }
    }
}
