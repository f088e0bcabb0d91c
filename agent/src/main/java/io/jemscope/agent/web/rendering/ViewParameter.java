package io.jemscope.agent.web.rendering;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rendering can be told beside {@link io.jemscope.profile.filter.FilterOption}, by the names that
 * {@code jemscope report} has for it, jeprof's and pprof's among them.
 */
enum ViewParameter {
    TAG_ROOT(ViewUse.CHOOSING, "tagroot"),
    TAG_LEAF(ViewUse.CHOOSING, "tagleaf"),
    TAG_SHOW(ViewUse.CHOOSING, "tagshow"),
    TAG_HIDE(ViewUse.CHOOSING, "taghide"),
    NO_INLINES(ViewUse.CHOOSING, "noinlines", "no-inlines"),
    LIVE(ViewUse.COUNTING, "live", "inuse_space"),
    ACCUMULATED(ViewUse.COUNTING, "accumulated", "alloc_space"),
    OBJECTS(ViewUse.COUNTING, "objects"),
    LIVE_OBJECTS(ViewUse.COUNTING, "inuse_objects"),
    ACCUMULATED_OBJECTS(ViewUse.COUNTING, "alloc_objects"),
    SAMPLE_INDEX(ViewUse.COUNTING, "sample-index", "sample_index"),
    BY(ViewUse.ROWS, "by"),
    FUNCTIONS(ViewUse.ROWS, "functions"),
    LINES(ViewUse.ROWS, "lines"),
    FILES(ViewUse.ROWS, "files"),
    FILE_FUNCTIONS(ViewUse.ROWS, "filefunctions", "file-functions"),
    ADDRESSES(ViewUse.ROWS, "addresses"),
    ROW_COUNT(ViewUse.ROWS, "rows", "nodecount"),
    NODE_FRACTION(ViewUse.ROWS, "node-fraction", "nodefraction"),
    EDGE_FRACTION(ViewUse.DRAWING, "edge-fraction", "edgefraction"),
    CALL_TREE(ViewUse.DRAWING, "call-tree", "call_tree"),
    MAX_DEGREE(ViewUse.DRAWING, "max-degree", "maxdegree"),
    UNIT(ViewUse.TABLE, "unit"),
    SHOW_BYTES(ViewUse.TABLE, "show_bytes"),
    MEAN(ViewUse.TABLE, "mean"),
    SORT(ViewUse.TABLE, "sort"),
    CUMULATIVE(ViewUse.TABLE, "cum"),
    FLAT(ViewUse.TABLE, "flat"),
    DROP_NEGATIVE(ViewUse.COMPARING, "drop-negative", "drop_negative"),
    NORMALIZE(ViewUse.COMPARING, "normalize");

    private final ViewUse use;

    private final String word;
    private final @Nullable String second;

    ViewParameter(ViewUse use, String word) {
        this(use, word, null);
    }

    ViewParameter(ViewUse use, String word, @Nullable String second) {
        this.use = use;
        this.word = word;
        this.second = second;
    }

    /** What it is good for. */
    ViewUse use() {
        return use;
    }

    /** All that it is called. */
    List<String> names() {
        return second == null ? List.of(word) : List.of(word, second);
    }
}
