package io.jemscope.symbols.dwarf;

import java.util.HashSet;
import java.util.Set;

/**
 * The section {@code .debug_aranges} (DWARF 5, 6.1.2): which unit holds which addresses. GCC writes it, Clang doesn't, and
 * a file made of both compilers' work has it for some units.
 */
final class AddressRanges {

    private final Set<Long> units = new HashSet<>();

    private AddressRanges() {}

    /** Reads the section and lets the units it lists claim their addresses; stops at the first damage. */
    static AddressRanges read(DwarfFile file, Search search, Budget budget) {
        AddressRanges ranges = new AddressRanges();
        try {
            Cursor cursor = file.cursor(".debug_aranges");
            if (cursor != null) {
                ranges.read(cursor, search, budget);
            }
        } catch (MalformedDwarfException e) {
            // What is listed behind the damage is found as what isn't listed is.
            return ranges;
        }
        return ranges;
    }

    /** Whether a unit's addresses are known from here. */
    boolean lists(long unit) {
        return units.contains(unit);
    }

    private void read(Cursor cursor, Search search, Budget budget) {
        while (cursor.position() < cursor.bytes()) {
            long start = cursor.position();
            long length = cursor.u4();
            int offsetBytes = 4;
            if (length == 0xffff_ffffL) {
                length = cursor.s8();
                offsetBytes = 8;
            }
            long limit = cursor.position() + length;
            if (length < 0 || limit > cursor.bytes() || cursor.u2() != 2) {
                throw new MalformedDwarfException("A set of address ranges is damaged");
            }
            long unit = cursor.number(offsetBytes);
            int addressBytes = cursor.u1();
            if (addressBytes != 4 && addressBytes != 8) {
                throw new MalformedDwarfException("Addresses of " + addressBytes + " bytes");
            }
            // The segment selector's size is always 0 on the machines met here.
            cursor.skip(1);
            // Pairs begin at a multiple of their own size, counted from the header.
            int pair = 2 * addressBytes;
            cursor.skip((pair - (cursor.position() - start) % pair) % pair);
            readPairs(cursor, limit, addressBytes, unit, search, budget);
            cursor.seek(limit);
        }
    }

    private void readPairs(Cursor cursor, long limit, int addressBytes, long unit, Search search, Budget budget) {
        while (cursor.position() + 2L * addressBytes <= limit) {
            long start = cursor.number(addressBytes);
            long bytes = cursor.number(addressBytes);
            budget.spend(1);
            if (start == 0 && bytes == 0) {
                continue;
            }
            units.add(unit);
            if (start > 1 && bytes > 0 && start + bytes > start) {
                search.claim(start, start + bytes, unit);
            }
        }
    }
}
