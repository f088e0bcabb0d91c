package io.jemscope.cli.view;

/** The forms of a report. */
public enum ReportFormat {
    /** Who holds the memory, a row a Java line. */
    HOLDERS,
    /** Flat and cumulative figures over all functions. */
    TOP,
    /** The call tree. */
    TREE,
    /** A line a stack, for flame graphs. */
    COLLAPSED,
    /** A recording: gzipped {@code profile.proto}. */
    PPROF;

    /**
     * Says whether it is a table for people, which what the profile doesn't know goes below.
     *
     * @return whether it is
     */
    public boolean isText() {
        return this == HOLDERS || this == TOP || this == TREE;
    }
}
