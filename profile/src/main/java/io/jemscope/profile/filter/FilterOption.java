package io.jemscope.profile.filter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a filter, with pprof's and jeprof's names. */
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

    private final String word;
    private final @Nullable String second;

    FilterOption(String word) {
        this(word, null);
    }

    FilterOption(String word, @Nullable String second) {
        this.word = word;
        this.second = second;
    }

    /**
     * What it is called.
     *
     * @return its name here
     */
    public String word() {
        return word;
    }

    /**
     * All that it is called.
     *
     * @return its names, ours first
     */
    public List<String> names() {
        return second == null ? List.of(word) : List.of(word, second);
    }
}
