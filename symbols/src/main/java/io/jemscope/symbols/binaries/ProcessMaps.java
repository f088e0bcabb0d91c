package io.jemscope.symbols.binaries;

import io.jemscope.profile.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses {@code /proc/<pid>/maps} (Linux, {@code proc_pid_maps(5)}). */
public final class ProcessMaps {

    /**
     * A line: more than a dump's copy of it has, since the files of a running process can still be opened.
     *
     * @param mapping the range and its file
     * @param executable whether code in it may run
     * @param inode the file's device and inode, which differ from those of a later file at the same path
     */
    public record Entry(Mapping mapping, boolean executable, String inode) {

        /** The range as {@code /proc/<pid>/map_files} names it: {@code start-limit} in hexadecimal digits. */
        String range() {
            return Long.toHexString(mapping.start()) + "-" + Long.toHexString(mapping.limit());
        }
    }

    private static final Pattern BLANKS = Pattern.compile(" +");
    private static final int FIELDS_BEFORE_NAME = 5;

    private ProcessMaps() {}

    /** Parses lines, and skips those of another form. */
    public static List<Entry> parse(List<String> lines) {
        List<Entry> mappings = new ArrayList<>(lines.size());
        for (String line : lines) {
            Entry mapping = parse(line);
            if (mapping != null) {
                mappings.add(mapping);
            }
        }
        return mappings;
    }

    /** {@code 7f0012340000-7f0012350000 r-xp 00001000 fe:01 4711      /path with blanks (deleted)}. */
    private static @Nullable Entry parse(String line) {
        String[] fields = BLANKS.split(line, FIELDS_BEFORE_NAME + 1);
        int dash = fields[0].indexOf('-');
        if (fields.length < FIELDS_BEFORE_NAME || dash < 0 || fields[1].length() < 3) {
            return null;
        }
        String name = fields.length > FIELDS_BEFORE_NAME ? fields[FIELDS_BEFORE_NAME] : "";
        try {
            Mapping mapping = Mapping.shown(
                    Long.parseUnsignedLong(fields[0].substring(0, dash), 16),
                    Long.parseUnsignedLong(fields[0].substring(dash + 1), 16),
                    Long.parseUnsignedLong(fields[2], 16),
                    unescape(name),
                    null);
            return new Entry(mapping, fields[1].charAt(2) == 'x', fields[3] + ":" + fields[4]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The kernel escapes only line feeds. */
    private static String unescape(String file) {
        return file.replace("\\012", "\n");
    }
}
