package io.jemscope.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why addresses of a file have no function's name. A profile tells it of each file under which some address stayed
 * without one, in its {@link ProfileMetadata}; how many bytes that concerns, its stacks tell.
 */
public enum UnsymbolizedReason {
    /** The file keeps only the names that it exports, and no debug file of it was found. */
    STRIPPED("stripped"),
    /** There is no such file. */
    ABSENT("absent"),
    /** The file was deleted or replaced while the process had it mapped. */
    DELETED("deleted"),
    /** What was mapped never was a file on a disk: {@code memfd_create(2)}. */
    MEMORY("memory"),
    /** There is a file, and it can't be read, or isn't one that holds code for this kind of machine. */
    UNREADABLE("unreadable"),
    /** There is a file, and its build id says that it is another build. */
    REPLACED("replaced"),
    /** There is a file, and it was changed after the dump; no build id says that it is the same one all the same. */
    CHANGED("changed"),
    /** The process ran on another machine, and no build id says that this machine's file is the same one. */
    ELSEWHERE("elsewhere");

    private static final String KEY = "symbols.nameless.";

    private final String word;

    UnsymbolizedReason(String word) {
        this.word = word;
    }

    /**
     * Writes files' reasons down among a profile's facts.
     *
     * @param facts the facts; reasons among them are kept but for the files named here
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
                    // A line for each; a line feed in a name is written as the kernel writes it in a process's maps.
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
     * @return the reasons by file, as the process mapped it; may be changed
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
