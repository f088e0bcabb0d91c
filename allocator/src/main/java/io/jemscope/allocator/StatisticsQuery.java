package io.jemscope.allocator;

/**
 * The format and the contents of statistics.
 *
 * @param json JSON or text
 * @param options letters of {@code malloc_stats_print}'s {@code opts}, each of which omits a part; empty for all parts
 */
public record StatisticsQuery(boolean json, String options) {

    /** Everything, as text. */
    public static final StatisticsQuery TEXT = new StatisticsQuery(false, "");

    /** Everything, as JSON. */
    public static final StatisticsQuery JSON = new StatisticsQuery(true, "");

    /**
     * The letters that jemalloc supports: g general information, m merged arenas, d destroyed merged arenas, a single
     * arenas, b size classes of bins, l of large blocks, x mutexes, e extents, h the huge page allocator.
     */
    public static final String LETTERS = "gmdablxeh";

    /**
     * Checks the letters.
     *
     * @throws IllegalArgumentException if one is unknown: jemalloc itself would silently ignore it
     */
    public StatisticsQuery {
        for (int i = 0; i < options.length(); i++) {
            if (LETTERS.indexOf(options.charAt(i)) < 0) {
                throw new IllegalArgumentException(
                        "'" + options.charAt(i) + "' is no option of malloc_stats_print; the letters are " + LETTERS);
            }
        }
    }

    /** Returns the argument for {@code malloc_stats_print}. */
    String letters() {
        return json ? "J" + options : options;
    }
}
