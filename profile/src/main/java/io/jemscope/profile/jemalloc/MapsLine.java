package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Mapping;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a process's maps:
 *
 * <pre>
 * 7f00-7f10 r-xp 00001000 fe:00 1234    /lib/libc.so.6        Linux, proc(5)
 * 7f00-7f10: /usr/lib/libSystem.dylib                         macOS, as jemalloc writes it; gperftools
 * build=/home/ann/src                                         gperftools: what $build means in later lines
 * 0x7f00 0x7f10 33 0 0xfff r-x 75 33 0x1004 COW NC vnode /lib/libc.so.7 NCH -1     FreeBSD, procfs_map.c
 * </pre>
 */
final class MapsLine {

    private static final String BUILD = "$build";

    /** The value of {@value #BUILD} in paths. */
    private String build = "";

    /** Skips the heading of the maps, at the beginning of a line; returns whether it is there. */
    static boolean skipHeading(LineScanner line) {
        return line.skip("MAPPED_LIBRARIES:") || line.skip("--- Memory map:");
    }

    /**
     * Reads a line.
     *
     * @param line the line, at its beginning
     * @return the mapping; null for any other line. A damaged line costs some names but no figure, so it is no error
     */
    @Nullable
    Mapping read(LineScanner line) {
        try {
            line.skipBlanks();
            if (line.atEnd()) {
                return null;
            }
            if (line.skip("build=")) {
                build = line.rest();
                return null;
            }
            long start = line.hex();
            if (line.skip('-')) {
                return linux(line, start, line.hex());
            }
            line.skipBlanks();
            return freeBsd(line, start, line.hex());
        } catch (FormatException e) {
            return null;
        }
    }

    private @Nullable Mapping linux(LineScanner line, long start, long limit) throws FormatException {
        long offset = 0;
        if (!line.skip(':')) {
            skipWords(line, 1);
            line.skipBlanks();
            offset = line.hex();
            skipWords(line, 2);
        }
        line.skipBlanks();
        return mapping(start, limit, offset, line.rest());
    }

    private @Nullable Mapping freeBsd(LineScanner line, long start, long limit) {
        skipWords(line, 9);
        line.skipBlanks();
        boolean file = line.skip("vnode ");
        if (!file) {
            return mapping(start, limit, 0, "");
        }
        line.skipBlanks();
        String rest = line.rest();
        // The user to whom the memory is charged follows the path.
        int credentials = Math.max(rest.lastIndexOf(" NCH "), rest.lastIndexOf(" CH "));
        return mapping(start, limit, 0, credentials < 0 ? rest : rest.substring(0, credentials));
    }

    private static void skipWords(LineScanner line, int words) {
        for (int i = 0; i < words; i++) {
            line.skipBlanks();
            line.skipWord();
        }
    }

    private @Nullable Mapping mapping(long start, long limit, long offset, String name) {
        if (Long.compareUnsigned(start, limit) >= 0) {
            return null;
        }
        // The kernel writes a line break in a name as \012, and nothing else in this way.
        String path = name.replace("\\012", "\n");
        return Mapping.shown(start, limit, offset, build.isEmpty() ? path : path.replace(BUILD, build), null);
    }
}
