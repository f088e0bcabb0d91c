package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which report is wanted: our own option, and the flags of jeprof and pprof, which mean the same. */
final class FormatOptions {

    private final OptionSpelling typed;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "The report: holders (default: who holds the memory), top, tree, traces, tags, threads; html: tables and flame graph for a browser; dot and svg for "
                            + "the call graph; collapsed, pprof, speedscope, callgrind, jeprof, raw and json for other tools.")
    @Nullable
    ReportFormat format;

    @Option(
            names = {"--top", "--text"},
            description = "The same as --format top: flat and cumulative figures.")
    boolean top;

    @Option(names = "--tree", description = "The same as --format tree.")
    boolean tree;

    @Option(names = "--traces", description = "The same as --format traces: each stack.")
    boolean traces;

    @Option(names = "--tags", description = "The same as --format tags: what the samples' labels say.")
    boolean tags;

    @Option(names = "--peek", paramLabel = "REGEX", description = "Callers and callees of the functions that match.")
    @Nullable
    String peek;

    @Option(
            names = "--list",
            paramLabel = "REGEX",
            description = "The source of the functions that match, line by line.")
    @Nullable
    String list;

    @Option(names = "--weblist", paramLabel = "REGEX", description = "The same as one HTML page.")
    @Nullable
    String weblist;

    @Option(
            names = "--html",
            description =
                    "The same as --format html: tables and flame graph in one HTML file. Also --html OUT.html FILE.")
    boolean html;

    @Option(names = "--dot", description = "The same as --format dot: the call graph for Graphviz.")
    boolean dot;

    @Option(names = "--svg", description = "The same as --format svg: the call graph as a picture; needs no Graphviz.")
    boolean svg;

    @Option(names = "--collapsed", description = "The same as --format collapsed: a line a stack, for flame graphs.")
    boolean collapsed;

    @Option(
            names = {"--proto", "--pprof"},
            description = "The same as --format pprof.")
    boolean proto;

    @Option(names = "--callgrind", description = "The same as --format callgrind: for KCachegrind.")
    boolean callgrind;

    @Option(names = "--raw", description = "The same as --format raw: everything as text.")
    boolean raw;

    FormatOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    /** The format of the report: from an option or the ending of the output file; otherwise the table of sites. */
    ReportFormat format(@Nullable Path output, boolean json) {
        if (output == null) {
            return format();
        }
        if (json) {
            OutputEnding.checkJson(output);
            return format();
        }
        if (!isGiven()) {
            return OutputEnding.format(output);
        }
        OutputEnding.check(output, format());
        return format();
    }

    private boolean isGiven() {
        return format != null || format() != ReportFormat.HOLDERS;
    }

    /** The format that an option names; otherwise the table of sites. */
    private ReportFormat format() {
        List<ReportFormat> asked = new ArrayList<>();
        if (format != null) {
            asked.add(format);
        }
        add(asked, top, ReportFormat.TOP);
        add(asked, tree, ReportFormat.TREE);
        add(asked, traces, ReportFormat.TRACES);
        add(asked, tags, ReportFormat.TAGS);
        add(asked, peek != null, ReportFormat.PEEK);
        add(asked, list != null, ReportFormat.LIST);
        add(asked, weblist != null, ReportFormat.WEBLIST);
        add(asked, html, ReportFormat.HTML);
        add(asked, callgrind, ReportFormat.CALLGRIND);
        add(asked, raw, ReportFormat.RAW);
        add(asked, dot, ReportFormat.DOT);
        add(asked, svg, ReportFormat.SVG);
        add(asked, collapsed, ReportFormat.COLLAPSED);
        add(asked, proto, ReportFormat.PPROF);
        if (!asked.isEmpty() && Collections.frequency(asked, asked.get(0)) < asked.size()) {
            throw new UsageMistake("the options ask for two reports: name one, such as --format top");
        }
        if (format != null && asksWhose(format) && pattern(format) == null) {
            throw new UsageMistake(
                    "--format " + name(format) + " needs to know whose: write --" + name(format) + " REGEX");
        }
        return asked.isEmpty() ? ReportFormat.HOLDERS : asked.get(0);
    }

    /** Whose callers, callees or lines are wanted; everything's where the report doesn't ask. */
    NamePattern pattern() {
        ReportFormat asked = format();
        String pattern = pattern(asked);
        try {
            return pattern == null ? ReportRequest.EVERYTHING : FilterPattern.compile("--" + name(asked), pattern);
        } catch (FilterException e) {
            throw new UsageMistake(e.getMessage(), e);
        }
    }

    private static boolean asksWhose(ReportFormat format) {
        return format == ReportFormat.PEEK || format.isSource();
    }

    private @Nullable String pattern(ReportFormat asked) {
        return switch (asked) {
            case PEEK -> peek;
            case LIST -> list;
            case WEBLIST -> weblist;
            default -> null;
        };
    }

    /** The option that asks for a report, under the name that the user wrote. */
    String typed() {
        return format != null
                ? "--format " + name(format)
                : typed.name(
                        "--html",
                        "--proto",
                        "--callgrind",
                        "--raw",
                        "--top",
                        "--tree",
                        "--traces",
                        "--tags",
                        "--dot",
                        "--svg");
    }

    /** The format as the user writes it. */
    static String name(ReportFormat format) {
        return format.name().toLowerCase(Locale.ROOT);
    }

    private static void add(List<ReportFormat> asked, boolean said, ReportFormat format) {
        if (said) {
            asked.add(format);
        }
    }
}
