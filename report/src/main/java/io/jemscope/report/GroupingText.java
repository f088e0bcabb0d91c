package io.jemscope.report;

/** What a grouping's rows are called. */
public final class GroupingText {

    private GroupingText() {}

    /**
     * One row.
     *
     * @param grouping what rows stand for
     * @return such as {@code library}
     */
    public static String one(Grouping grouping) {
        return switch (grouping) {
            case FUNCTION, FILE_FUNCTION -> "function";
            case LINE -> "line";
            case FILE -> "file";
            case ADDRESS -> "address";
            case LIBRARY -> "library";
            case CLASS -> "class";
            case PACKAGE -> "package";
            case THREAD -> "thread";
        };
    }

    /**
     * Several rows.
     *
     * @param grouping what rows stand for
     * @return such as {@code libraries}
     */
    public static String many(Grouping grouping) {
        return switch (grouping) {
            case ADDRESS -> "addresses";
            case LIBRARY -> "libraries";
            case CLASS -> "classes";
            default -> one(grouping) + "s";
        };
    }
}
