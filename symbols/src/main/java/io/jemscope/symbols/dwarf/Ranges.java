package io.jemscope.symbols.dwarf;

/**
 * Reads the address ranges of entries: two addresses, an address and a length, or a list in {@code .debug_ranges} (DWARF
 * 4, 2.17.3) or {@code .debug_rnglists} (DWARF 5, 7.25).
 */
final class Ranges {

    private static final int END_OF_LIST = 0x00;
    private static final int BASE_ADDRESSX = 0x01;
    private static final int STARTX_ENDX = 0x02;
    private static final int STARTX_LENGTH = 0x03;
    private static final int OFFSET_PAIR = 0x04;
    private static final int BASE_ADDRESS = 0x05;
    private static final int START_END = 0x06;
    private static final int START_LENGTH = 0x07;

    private final Budget budget;

    Ranges(Budget budget) {
        this.budget = budget;
    }

    /** Whether an entry says where its code is, even that there is none. */
    static boolean isTold(Attributes entry) {
        return entry.has(Attributes.RANGES) || (entry.has(Attributes.LOW_PC) && entry.has(Attributes.HIGH_PC));
    }

    /** Fills in the ranges of an entry. */
    void read(Unit unit, Attributes entry, RangeSet ranges) {
        ranges.clear();
        if (entry.has(Attributes.RANGES)) {
            readList(unit, entry.form(Attributes.RANGES), entry.value(Attributes.RANGES), ranges);
        } else if (isTold(entry)) {
            long low = unit.address(entry.form(Attributes.LOW_PC), entry.value(Attributes.LOW_PC));
            int form = entry.form(Attributes.HIGH_PC);
            long high = entry.value(Attributes.HIGH_PC);
            ranges.add(low, isAddress(form) ? unit.address(form, high) : low + high);
        }
    }

    private static boolean isAddress(int form) {
        return switch (form) {
            case Form.ADDR, Form.ADDRX, Form.ADDRX1, Form.ADDRX2, Form.ADDRX3, Form.ADDRX4, Form.GNU_ADDR_INDEX -> true;
            default -> false;
        };
    }

    private void readList(Unit unit, int form, long value, RangeSet ranges) {
        if (unit.encoding.version() < 5) {
            // The base is told by the skeleton and meant for the split unit alone.
            readOldList(unit, unit.home == unit.file ? value : value + unit.gnuRangesBase, ranges);
            return;
        }
        Cursor lists = unit.file.need(".debug_rnglists");
        long offset = value;
        if (form == Form.RNGLISTX) {
            int offsetBytes = unit.encoding.offsetBytes();
            lists.seek(Unit.place(unit.rangeListsBase, value, offsetBytes));
            offset = unit.rangeListsBase + lists.number(offsetBytes);
        }
        lists.seek(offset);
        long base = unit.lowPc;
        int kind = lists.u1();
        while (kind != END_OF_LIST) {
            budget.spend(4);
            base = readEntry(kind, unit, lists, base, ranges);
            kind = lists.u1();
        }
    }

    private static long readEntry(int kind, Unit unit, Cursor lists, long base, RangeSet ranges) {
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
                ranges.add(start, unit.indexed(lists.uleb()));
            }
            case STARTX_LENGTH -> {
                long start = unit.indexed(lists.uleb());
                ranges.add(start, start + lists.uleb());
            }
            case OFFSET_PAIR -> {
                long start = base + lists.uleb();
                ranges.add(start, base + lists.uleb());
            }
            case START_END -> {
                long start = lists.number(addressBytes);
                ranges.add(start, lists.number(addressBytes));
            }
            case START_LENGTH -> {
                long start = lists.number(addressBytes);
                ranges.add(start, start + lists.uleb());
            }
            default -> throw new MalformedDwarfException("No kind of range known: " + kind);
        }
        return base;
    }

    private void readOldList(Unit unit, long offset, RangeSet ranges) {
        Cursor lists = unit.home.need(".debug_ranges");
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
                ranges.add(base + start, base + limit);
            }
        }
    }
}
