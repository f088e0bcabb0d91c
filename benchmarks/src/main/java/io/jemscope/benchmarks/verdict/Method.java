package io.jemscope.benchmarks.verdict;

/** What calls a line a leak. */
enum Method {
    /** Without any collection known of. */
    VERDICT("verdict"),
    /** The same at the end, after a collection. */
    COLLECTED("after collection"),
    MANN_KENDALL("Mann-Kendall"),
    LEAST_SQUARES("least squares"),
    TREND("jemscope trend");

    private final String text;

    Method(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
