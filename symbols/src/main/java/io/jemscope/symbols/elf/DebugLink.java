package io.jemscope.symbols.elf;

/**
 * The link that a stripped file keeps to its debug file: the section {@code .gnu_debuglink} (GDB manual, "Debugging
 * Information in Separate Files").
 *
 * @param fileName the debug file's name, without a folder
 * @param crc32 the CRC-32 of the debug file's whole content
 */
public record DebugLink(String fileName, int crc32) {}
