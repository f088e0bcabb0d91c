package io.jemscope.symbols.dwarf;

import java.util.Arrays;

/**
 * The address ranges of an entry: two addresses, an address and a length, or a list in {@code .debug_ranges} (DWARF 4,
 * 2.17.3) or {@code .debug_rnglists} (DWARF 5, 7.25). The object is reused for each entry.
 */
final class CodeRanges {

    private static final int END_OF_LIST = 0x00;
    private static final int BASE_ADDRESSX = 0x01;
    private static final int STARTX_ENDX = 0x02;
    private static final int STARTX_LENGTH = 0x03;
    private static final int OFFSET_PAIR = 0x04;
    private static final int BASE_ADDRESS = 0x05;
    private static final int START_END = 0x06;
    private static final int START_LENGTH = 0x07;

    // A unit with a section for each function has some ten thousand; a compressed list can claim any number.
    private static final int MAX_RANGES = 1 << 20;

    private final Budget budget;
    private long[] bounds = new long[8];
    private int count;

    CodeRanges(Budget budget) {
        this.budget = budget;
    }

    int count() {
        return count;
    }

    long start(int index) {
        return bounds[2 * index];
    }

    /** The first address behind the range. */
    long limit(int index) {
        return bounds[2 * index + 1];
    }

    /** Returns whether an entry has ranges, which may be empty. */
    static boolean isIn(Attributes entry) {
        return entry.has(Attributes.RANGES) || (entry.has(Attributes.LOW_PC) && entry.has(Attributes.HIGH_PC));
    }

    /** Reads the ranges of an entry. */
    void read(Unit unit, Attributes entry) {
        count = 0;
        if (entry.has(Attributes.RANGES)) {
            readList(unit, entry.form(Attributes.RANGES), entry.value(Attributes.RANGES));
        } else if (isIn(entry)) {
            long low = unit.address(entry.form(Attributes.LOW_PC), entry.value(Attributes.LOW_PC));
            int form = entry.form(Attributes.HIGH_PC);
            long high = entry.value(Attributes.HIGH_PC);
            add(low, isAddress(form) ? unit.address(form, high) : low + high);
        }
    }

    /** Adds a range, except of code that the linker removed: its entries begin at 0, at 1 or near the end of the address space. */
    private void add(long start, long limit) {
        if (start <= 1 || limit <= start) {
            return;
        }
        if (2 * count == bounds.length) {
            if (count >= MAX_RANGES) {
                throw new MalformedDwarfException("An entry has too many ranges");
            }
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * count] = start;
        bounds[2 * count + 1] = limit;
        count++;
    }

    private static boolean isAddress(int form) {
        return switch (form) {
            case Form.ADDR, Form.ADDRX, Form.ADDRX1, Form.ADDRX2, Form.ADDRX3, Form.ADDRX4, Form.GNU_ADDR_INDEX -> true;
            default -> false;
        };
    }

    private void readList(Unit unit, int form, long value) {
        if (unit.encoding.version() < 5) {
            // The skeleton has the base, which is only for the split unit.
            readOldList(unit, unit.home == unit.file ? value : value + unit.gnuRangesBase);
            return;
        }
        SectionCursor lists = unit.file.need(".debug_rnglists");
        long offset = value;
        if (form == Form.RNGLISTX) {
            int offsetBytes = unit.encoding.offsetBytes();
            lists.seek(Unit.offsetOf(unit.rangeListsBase, value, offsetBytes));
            offset = unit.rangeListsBase + lists.number(offsetBytes);
        }
        lists.seek(offset);
        long base = unit.lowPc;
        int kind = lists.u1();
        while (kind != END_OF_LIST) {
            budget.spend(4);
            base = readRange(kind, unit, lists, base);
            kind = lists.u1();
        }
    }

    /** Reads an entry of a list; returns the base address for the next. */
    private long readRange(int kind, Unit unit, SectionCursor lists, long base) {
        int addressBytes = unit.encoding.addressBytes();
        switch (kind) {
            case BASE_ADDRESSX -> {
                return unit.indexed(lists.uleb());
            }
            case BASE_ADDRESS -> {
                return lists.number(addressBytes);
            }
            case STARTX_ENDX -> {
                long start = unit.indexed(lists.uleb());
                add(start, unit.indexed(lists.uleb()));
            }
            case STARTX_LENGTH -> {
                long start = unit.indexed(lists.uleb());
                add(start, start + lists.uleb());
            }
            case OFFSET_PAIR -> {
                long start = base + lists.uleb();
                add(start, base + lists.uleb());
            }
            case START_END -> {
                long start = lists.number(addressBytes);
                add(start, lists.number(addressBytes));
            }
            case START_LENGTH -> {
                long start = lists.number(addressBytes);
                add(start, start + lists.uleb());
            }
            default -> throw new MalformedDwarfException("Unknown kind of range: " + kind);
        }
        return base;
    }

    private void readOldList(Unit unit, long offset) {
        SectionCursor lists = unit.home.need(".debug_ranges");
        int addressBytes = unit.encoding.addressBytes();
        long highest = addressBytes == 8 ? -1 : 0xffff_ffffL;
        lists.seek(offset);
        long base = unit.lowPc;
        while (true) {
            budget.spend(4);
            long start = lists.number(addressBytes);
            long limit = lists.number(addressBytes);
            if (start == 0 && limit == 0) {
                return;
            }
            if (start == highest) {
                base = limit;
            } else {
                add(base + start, base + limit);
            }
        }
    }
}
