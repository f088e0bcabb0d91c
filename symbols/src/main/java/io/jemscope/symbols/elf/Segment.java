package io.jemscope.symbols.elf;

/**
 * A {@code PT_LOAD} program header: a part of the file and the addresses it is meant for.
 *
 * @param fileOffset where it begins in the file, in bytes
 * @param fileBytes how much of the file it takes
 * @param address the address its first byte has in the file's own terms
 * @param executable whether the loader maps it executable
 */
record Segment(long fileOffset, long fileBytes, long address, boolean executable) {

    boolean holds(long offset) {
        return offset >= fileOffset && offset - fileOffset < fileBytes;
    }
}
