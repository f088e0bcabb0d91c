package io.jemscope.symbols.dwarf;

import java.util.HashSet;
import java.util.Set;

/**
 * The section {@code .debug_aranges} (DWARF 5, 6.1.2): the address ranges of units. GCC writes it and Clang doesn't, so a file
 * from both compilers has it for some units.
 */
final class Aranges {

    private final Set<Long> units = new HashSet<>();

    private Aranges() {}

    /** Reads the section and adds its units' addresses to the map; stops at the first damage. */
    static Aranges read(DwarfFile file, UnitMap map, Budget budget) {
        Aranges ranges = new Aranges();
        try {
            SectionCursor cursor = file.cursor(".debug_aranges");
            if (cursor != null) {
                ranges.read(cursor, map, budget);
            }
        } catch (MalformedDwarfException e) {
            // Units behind the damage are found like units that aren't listed.
            return ranges;
        }
        return ranges;
    }

    /** Returns whether the section lists a unit. */
    boolean lists(long unit) {
        return units.contains(unit);
    }

    private void read(SectionCursor cursor, UnitMap map, Budget budget) {
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
                throw new MalformedDwarfException("Unsupported addresses of " + addressBytes + " bytes");
            }
            // The segment selector's size, which is 0 on x86-64 and arm64.
            cursor.skip(1);
            // Pairs are aligned to their size, from the start of the header.
            int pair = 2 * addressBytes;
            cursor.skip((pair - (cursor.position() - start) % pair) % pair);
            readPairs(cursor, limit, addressBytes, unit, map, budget);
            cursor.seek(limit);
        }
    }

    private void readPairs(SectionCursor cursor, long limit, int addressBytes, long unit, UnitMap map, Budget budget) {
        while (cursor.position() + 2L * addressBytes <= limit) {
            long start = cursor.number(addressBytes);
            long bytes = cursor.number(addressBytes);
            budget.spend(1);
            if (start == 0 && bytes == 0) {
                continue;
            }
            units.add(unit);
            if (start > 1 && bytes > 0 && start + bytes > start) {
                map.add(start, start + bytes, unit);
            }
        }
    }
}
