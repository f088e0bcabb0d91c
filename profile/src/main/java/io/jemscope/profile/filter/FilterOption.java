package io.jemscope.profile.filter;

import java.util.List;

/** What a filter can be told, under the names that pprof and jeprof have for it. */
public enum FilterOption {
    /** Keeps stacks with a frame that matches. */
    FOCUS("focus"),
    /** Leaves out stacks with a frame that matches. */
    IGNORE("ignore"),
    /** Takes frames that match out of the stacks; jeprof's {@code exclude}. */
    HIDE("hide", "exclude"),
    /** Keeps only frames that match; jeprof's {@code retain}. */
    SHOW("show", "retain"),
    /** Takes out what called the outermost frame that matches. */
    SHOW_FROM("show-from", "show_from"),
    /** Takes out what the frames that match called. */
    PRUNE_FROM("prune-from", "prune_from"),
    /** Keeps samples with a label that matches. */
    TAG_FOCUS("tagfocus"),
    /** Leaves out samples with a label that matches. */
    TAG_IGNORE("tagignore"),
    /** Keeps one thread's samples. */
    THREAD("thread");

    /** With blanks between. */
    private final String names;

    FilterOption(String... names) {
        this.names = String.join(" ", names);
    }

    /**
     * What it is called.
     *
     * @return its name here
     */
    public String word() {
        return names().get(0);
    }

    /**
     * All that it is called.
     *
     * @return its names, ours first
     */
    public List<String> names() {
        return List.of(names.split(" "));
    }
}
