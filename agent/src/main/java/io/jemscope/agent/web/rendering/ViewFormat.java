package io.jemscope.agent.web.rendering;

import io.jemscope.report.pipeline.ReportFormat;

/** The formats in which a dump can be rendered. */
public enum ViewFormat {
    /** What {@code jemscope report --text} says, all rows of it: functions, flat and cumulative. */
    TEXT("text", "text/plain; charset=utf-8", "txt"),
    /** The call graph as a picture. */
    GRAPH("svg", "image/svg+xml", "svg"),
    /** The call graph in Graphviz's language. */
    DOT("dot", "text/vnd.graphviz; charset=utf-8", "dot"),
    /** {@code profile.proto}, gzipped: what is live is what readers show first. */
    PPROF("pprof", "application/octet-stream", "pb.gz"),
    /** {@code profile.proto}, gzipped: what was ever allocated is what readers show first. */
    PPROF_ALLOCS("pprof-allocs", "application/octet-stream", "pb.gz"),
    /** A line for each stack: frames, and live bytes. */
    COLLAPSED("collapsed", "text/plain; charset=utf-8", "collapsed.txt"),
    /** Jemscope's own report, for programs. */
    JSON("json", "application/json", "json"),
    /** heap_v2 with the names of all its frames in front, which jeprof reads without the program. */
    JEPROF("jeprof", "application/octet-stream", "symbolized.heap"),
    /** What the page shows: tables, call tree, and what the dump does not know. */
    PAGE("page", "application/json", "page.json"),
    /** The page and what it shows in one file. Answers are attachments, so no browser runs it in the agent's origin. */
    HTML("html", "text/html; charset=utf-8", "html"),
    /** Which sites leak, as JSON. With a baseline, an earlier dump, it knows what was freed. */
    VERDICT("verdict", "application/json", "verdict.json"),
    /** What speedscope.app opens. */
    SPEEDSCOPE("speedscope", "application/json", "speedscope.json"),
    /** What KCachegrind opens. */
    CALLGRIND("callgrind", "application/octet-stream", "callgrind");

    private final String word;
    private final String contentType;
    private final String ending;

    ViewFormat(String word, String contentType, String ending) {
        this.word = word;
        this.contentType = contentType;
        this.ending = ending;
    }

    /** The report behind it. Not a field: formats are created at the start, reports loaded with the first request. */
    ReportFormat report() {
        return switch (this) {
            case TEXT -> ReportFormat.TOP;
            case GRAPH -> ReportFormat.SVG;
            case DOT -> ReportFormat.DOT;
            case PPROF, PPROF_ALLOCS -> ReportFormat.PPROF;
            case COLLAPSED -> ReportFormat.COLLAPSED;
            case JSON, VERDICT -> ReportFormat.JSON;
            case PAGE -> ReportFormat.PAGE;
            case HTML -> ReportFormat.HTML;
            case JEPROF -> ReportFormat.JEPROF;
            case SPEEDSCOPE -> ReportFormat.SPEEDSCOPE;
            case CALLGRIND -> ReportFormat.CALLGRIND;
        };
    }

    /** Whether filters and other options of reports apply to it. */
    boolean hasOptions() {
        return this != VERDICT;
    }

    /**
     * Its name in addresses.
     *
     * @return the word, such as {@code svg}
     */
    public String word() {
        return word;
    }

    /**
     * Its media type.
     *
     * @return the value of a Content-Type header
     */
    public String contentType() {
        return contentType;
    }

    /**
     * What a file of it ends with.
     *
     * @return the ending, without a dot in front
     */
    public String ending() {
        return ending;
    }
}
