package io.jemscope.report;

/** What a grouping's rows are called. */
final class GroupingText {

    private GroupingText() {}

    static String one(Grouping grouping) {
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

    static String many(Grouping grouping) {
        return switch (grouping) {
            case ADDRESS -> "addresses";
            case LIBRARY -> "libraries";
            case CLASS -> "classes";
            default -> one(grouping) + "s";
        };
    }
}
