package io.jemscope.symbols.maps;

import io.jemscope.profile.Mapping;

/**
 * A line of {@code /proc/<pid>/maps}: more than a dump's copy of it is asked for, since a running process's files can
 * still be opened.
 *
 * @param mapping the range and its file
 * @param executable whether code in it may run
 * @param inode the file's device and inode, which tell it from its successors at the same path
 */
public record LiveMapping(Mapping mapping, boolean executable, String inode) {

    /**
     * The range as {@code /proc/<pid>/map_files} names it.
     *
     * @return {@code start-limit} in hexadecimal digits
     */
    public String range() {
        return Long.toHexString(mapping.start()) + "-" + Long.toHexString(mapping.limit());
    }
}
