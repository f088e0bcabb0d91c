package io.jemscope.symbols.dwarf;

/**
 * The encoding of a unit's values.
 *
 * @param version the version of the standard, 2 to 5
 * @param addressBytes the length of addresses: 4 or 8
 * @param offsetBytes the length of offsets: 4, or 8 in the 64-bit format
 */
record Encoding(int version, int addressBytes, int offsetBytes) {

    Encoding {
        if (version < 2 || version > 5 || (addressBytes != 4 && addressBytes != 8)) {
            throw new MalformedDwarfException("Unsupported version: " + version);
        }
    }
}
