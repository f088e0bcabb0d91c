package io.jemscope.symbols.dwarf;

/**
 * How a unit's values are written.
 *
 * @param version the version of the standard, 2 to 5
 * @param addressBytes how long addresses are: 4 or 8
 * @param offsetBytes how long offsets are: 4, or 8 in the 64-bit format
 */
record Encoding(int version, int addressBytes, int offsetBytes) {

    Encoding {
        if (version < 2 || version > 5 || (addressBytes != 4 && addressBytes != 8)) {
            throw new MalformedDwarfException("No version known: " + version);
        }
    }
}
