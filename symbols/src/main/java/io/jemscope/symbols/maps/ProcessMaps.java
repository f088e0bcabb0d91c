package io.jemscope.symbols.maps;

import io.jemscope.profile.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The form of {@code /proc/<pid>/maps} (Linux, {@code proc_pid_maps(5)}). */
public final class ProcessMaps {

    private static final Pattern BLANKS = Pattern.compile(" +");
    private static final int FIELDS_BEFORE_NAME = 5;

    private ProcessMaps() {}

    /**
     * Parses the lines. One that isn't of the form is left out.
     *
     * @param lines the file's lines
     * @return the mappings, in the order of the lines
     */
    public static List<LiveMapping> parse(List<String> lines) {
        List<LiveMapping> mappings = new ArrayList<>(lines.size());
        for (String line : lines) {
            LiveMapping mapping = parse(line);
            if (mapping != null) {
                mappings.add(mapping);
            }
        }
        return mappings;
    }

    /** {@code 7f0012340000-7f0012350000 r-xp 00001000 fe:01 4711      /path with blanks (deleted)}. */
    private static @Nullable LiveMapping parse(String line) {
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
            return new LiveMapping(mapping, fields[1].charAt(2) == 'x', fields[3] + ":" + fields[4]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The kernel escapes line feeds, and nothing else. */
    private static String unescape(String file) {
        return file.replace("\\012", "\n");
    }
}
