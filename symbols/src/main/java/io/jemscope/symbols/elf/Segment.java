package io.jemscope.symbols.elf;

/**
 * A program header: a part of the file and its addresses.
 *
 * @param fileOffset its offset in the file
 * @param fileBytes its length in the file
 * @param address the address of its first byte
 * @param executable whether the loader maps it executable
 */
record Segment(long fileOffset, long fileBytes, long address, boolean executable) {

    boolean holds(long offset) {
        return offset >= fileOffset && offset - fileOffset < fileBytes;
    }
}
