package io.jemscope.report.pipeline;

/** The formats of a report. */
public enum ReportFormat {
    /** Who holds the memory, a row a Java line. */
    HOLDERS(Kind.TABLE),
    /** Flat and cumulative figures over all frames. */
    TOP(Kind.TABLE),
    /** The call tree. */
    TREE(Kind.TEXT),
    /** Callers and callees of what a pattern matches. */
    PEEK(Kind.TEXT),
    /** The source of what a pattern matches, line by line. */
    LIST(Kind.TEXT),
    /** The same as a page for a browser. */
    WEBLIST(Kind.SOURCE_PAGE),
    /** The page in one file: the table of sites, the flame graph and what the profile doesn't know. */
    HTML(Kind.PAGE),
    /** What the page shows, as JSON; see {@link io.jemscope.report.page.PageData}. */
    PAGE(Kind.PAGE),
    /** Each stack with its figures. */
    TRACES(Kind.TEXT),
    /** What the samples' labels say. */
    TAGS(Kind.TEXT),
    /** What each thread holds. */
    THREADS(Kind.TABLE),
    /** The call graph in Graphviz's language. */
    DOT(Kind.GRAPH),
    /** The call graph as a picture. */
    SVG(Kind.GRAPH),
    /** A line a stack, for flame graphs. */
    COLLAPSED(Kind.STACKS),
    /** For the viewer at speedscope.app. */
    SPEEDSCOPE(Kind.WHOLE),
    /** For KCachegrind and {@code callgrind_annotate}. */
    CALLGRIND(Kind.WHOLE),
    /** Everything there is, as text. */
    RAW(Kind.WHOLE),
    /** A dump with its names, as jeprof reads it. */
    JEPROF(Kind.WHOLE),
    /** Everything there is, as JSON. */
    JSON(Kind.WHOLE),
    /** A recording: gzipped {@code profile.proto}. */
    PPROF(Kind.WHOLE);

    private enum Kind {
        TABLE,
        TEXT,
        SOURCE_PAGE,
        PAGE,
        GRAPH,
        STACKS,
        WHOLE
    }

    private final Kind kind;

    ReportFormat(Kind kind) {
        this.kind = kind;
    }

    /** Whether it is a text for people, whose figures can be written as JSON as well. */
    public boolean isText() {
        return kind == Kind.TABLE || kind == Kind.TEXT;
    }

    /** Whether it has rows that can be too many. */
    public boolean hasRows() {
        return kind != Kind.PAGE && kind != Kind.STACKS && kind != Kind.WHOLE;
    }

    /**
     * Says whether its rows can be too many as JSON, too.
     *
     * @return false where JSON has them all
     */
    public boolean hasRowsAsJson() {
        return hasRows() && this != TREE && this != TAGS;
    }

    /** The default number of rows. */
    public int usualRows() {
        return kind == Kind.TABLE || this == TRACES || this == PEEK ? ReportRequest.ROWS : Integer.MAX_VALUE;
    }

    /** Whether it is the page, or what it shows. */
    public boolean isPage() {
        return kind == Kind.PAGE;
    }

    /** Whether it is a drawing of the call graph. */
    public boolean isGraph() {
        return kind == Kind.GRAPH;
    }

    /** Whether it holds the whole profile, whatever is to be counted. */
    public boolean isWhole() {
        return kind == Kind.WHOLE;
    }

    /** Whether it counts frames, by functions or otherwise. */
    public boolean isGrouped() {
        return this == TOP || this == TREE || this == PEEK || this == TRACES || kind == Kind.GRAPH;
    }

    /** Whether it lists functions in an order that can be chosen. */
    public boolean isOrdered() {
        return this == TOP || this == PEEK || isSource();
    }

    /** Whether it shows source lines. */
    public boolean isSource() {
        return this == LIST || this == WEBLIST;
    }

    /**
     * Says whether it can show that there is less of something.
     *
     * @return false where the format has no negative figures, or compares nothing
     */
    public boolean isSigned() {
        return this == TOP
                || this == TREE
                || this == PEEK
                || this == TRACES
                || isSource()
                || isGraph()
                || isPage()
                || this == COLLAPSED;
    }

    /** Whether its rows have ranges, so that it takes both sides of a difference to print them. */
    public boolean comparesRows() {
        return this == HOLDERS || this == THREADS || isPage();
    }

    /** Whether it has room for two profiles in one, each sample with a sign and labels. */
    public boolean holdsBothSides() {
        return this == PPROF || this == JSON || this == RAW;
    }

    /**
     * Says whether it is a format of another tool without negative figures. It omits stacks that shrank.
     */
    public boolean dropsNegatives() {
        return this == COLLAPSED || this == SPEEDSCOPE || this == CALLGRIND || this == JEPROF;
    }

    /** Whether it is binary. */
    public boolean isBinary() {
        return this == PPROF;
    }
}
