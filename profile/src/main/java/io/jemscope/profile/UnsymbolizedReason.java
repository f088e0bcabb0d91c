package io.jemscope.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why addresses of a file have no function names. A profile's {@link ProfileMetadata} has the reason for each file with such
 * addresses; the stacks show how many bytes that affects.
 */
public enum UnsymbolizedReason {
    /** The file keeps only the names that it exports, and no debug file of it was found. */
    STRIPPED("stripped"),
    /** The file does not exist. */
    ABSENT("absent"),
    /** The file was deleted or replaced while the process had it mapped. */
    DELETED("deleted"),
    /** The mapping was never a file on a disk: {@code memfd_create(2)}. */
    MEMORY("memory"),
    /** The file can't be read, or has no code for this kind of machine. */
    UNREADABLE("unreadable"),
    /** The file has another build id. */
    REPLACED("replaced"),
    /** The file was changed after the dump, and no build id shows that it is still the same build. */
    CHANGED("changed"),
    /** The process ran on another machine, and no build id shows that this machine's file is the same build. */
    ELSEWHERE("elsewhere");

    private static final String KEY = "symbols.nameless.";

    private final String word;

    UnsymbolizedReason(String word) {
        this.word = word;
    }

    /**
     * Adds reasons to a profile's facts.
     *
     * @param facts the facts; their reasons for other files are kept
     * @param reasons the reasons by file, as the process mapped it
     */
    public static ProfileMetadata addTo(ProfileMetadata facts, Map<String, UnsymbolizedReason> reasons) {
        if (reasons.isEmpty()) {
            return facts;
        }
        Map<String, UnsymbolizedReason> all = of(facts);
        all.putAll(reasons);
        Map<String, String> more = new LinkedHashMap<>(facts.facts());
        for (UnsymbolizedReason reason : values()) {
            more.remove(KEY + reason.word);
            StringBuilder files = new StringBuilder();
            for (Map.Entry<String, UnsymbolizedReason> entry : all.entrySet()) {
                if (entry.getValue() == reason) {
                    // One line for each; a line feed in a name is escaped as in a process's maps.
                    files.append(files.isEmpty() ? "" : "\n")
                            .append(entry.getKey().replace("\n", "\\012"));
                }
            }
            if (!files.isEmpty()) {
                more.put(KEY + reason.word, files.toString());
            }
        }
        return new ProfileMetadata(more);
    }

    /**
     * Reads the reasons among a profile's facts.
     *
     * @return the reasons by file, as the process mapped it; a new, mutable map
     */
    public static Map<String, UnsymbolizedReason> of(ProfileMetadata facts) {
        Map<String, UnsymbolizedReason> reasons = new LinkedHashMap<>();
        for (UnsymbolizedReason reason : values()) {
            String files = facts.facts().get(KEY + reason.word);
            if (files != null) {
                for (String file : lines(files)) {
                    reasons.put(file.replace("\\012", "\n"), reason);
                }
            }
        }
        return reasons;
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            lines.add(text.substring(start, end));
            start = end + 1;
        }
        lines.add(text.substring(start));
        return lines;
    }
}
