package io.jemscope.allocator;

/**
 * Which statistics, in which form.
 *
 * @param json whether as JSON, else as text
 * @param options letters of {@code malloc_stats_print}'s {@code opts}, each of which leaves something out; empty for all
 */
public record StatisticsQuery(boolean json, String options) {

    /** Everything, as text. */
    public static final StatisticsQuery TEXT = new StatisticsQuery(false, "");

    /** Everything, as JSON. */
    public static final StatisticsQuery JSON = new StatisticsQuery(true, "");

    /**
     * The letters that jemalloc knows: g general information, m merged arenas, d destroyed merged arenas, a single
     * arenas, b size classes of bins, l of large blocks, x mutexes, e extents, h the huge page allocator.
     */
    public static final String LETTERS = "gmdablxeh";

    /**
     * Checks the letters.
     *
     * @param json whether as JSON
     * @param options the letters
     * @throws IllegalArgumentException where one is unknown: jemalloc itself would ignore it in silence
     */
    public StatisticsQuery {
        for (int i = 0; i < options.length(); i++) {
            if (LETTERS.indexOf(options.charAt(i)) < 0) {
                throw new IllegalArgumentException(
                        "'" + options.charAt(i) + "' is no option of malloc_stats_print; the letters are " + LETTERS);
            }
        }
    }

    /** The string that {@code malloc_stats_print} takes. */
    String letters() {
        return json ? "J" + options : options;
    }
}
