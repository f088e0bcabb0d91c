package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.view.Layouter;
import io.jemscope.report.ByteUnit;
import io.jemscope.report.TextOptions;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much of a report is printed or drawn, and in what units. */
final class LayoutOptions {

    private final OptionSpelling typed;

    @Option(
            names = {"--node-fraction", "--nodefraction"},
            paramLabel = "SHARE",
            description =
                    "Leave out what has a smaller share of the whole. Default: 0.01 in trees, 0.005 in graphs, else 0.")
    @Nullable
    Double nodeFraction;

    @Option(
            names = {"--edge-fraction", "--edgefraction"},
            paramLabel = "SHARE",
            description = "Leave out calls with a smaller share of the whole. Default: 0.001.")
    @Nullable
    Double edgeFraction;

    @Option(
            names = {"--call-tree", "--call_tree"},
            description = "Draw a box for each way to a function instead of one for the function.")
    boolean callTree;

    @Option(
            names = {"--max-degree", "--maxdegree"},
            paramLabel = "N",
            description = "How many calls a box keeps in each direction, the greatest; 0 (default) for all.")
    int maxDegree;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUTER",
            description =
                    "What lays out --svg: own (default, needs no other program), or Graphviz's dot where it is installed.")
    Layouter layouter = Layouter.OWN;

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            converter = UnitName.class,
            description = "auto (default), B, KiB, MiB, GiB or TiB; pprof's names of these, such as mb, mean the same.")
    ByteUnit unit = ByteUnit.AUTO;

    @Option(names = "--show_bytes", description = "The same as --unit B.")
    boolean bytes;

    @Option(names = "--mean", description = "Show the mean size of an object, too.")
    boolean mean;

    LayoutOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    /** The layout of a text. */
    TextOptions layout(ReportFormat format, int rows) {
        double usual = format == ReportFormat.TREE ? ReportRequest.LEAST_BRANCH : 0;
        TextOptions layout = TextOptions.rows(rows)
                .withNodeFraction(share("--node-fraction", nodeFraction, usual))
                .withUnit(bytes ? ByteUnit.B : unit);
        return mean ? layout.withMeanSizes() : layout;
    }

    /** The limits of a drawing. */
    GraphLimits limits(@Nullable Integer nodes) {
        GraphLimits usual = GraphLimits.DEFAULT;
        return new GraphLimits(
                share("--node-fraction", nodeFraction, usual.nodeFraction()),
                share("--edge-fraction", edgeFraction, usual.edgeFraction()),
                nodes == null ? usual.nodeCount() : nodes,
                maxDegree,
                callTree);
    }

    /** Whether Graphviz is to lay out the picture. */
    boolean isByGraphviz() {
        return layouter == Layouter.DOT;
    }

    /** Refuses what the format has no use for. */
    void check(ReportFormat format) {
        if (bytes && unit != ByteUnit.AUTO && unit != ByteUnit.B) {
            throw mistake("--show_bytes and --unit contradict each other: leave one of them out");
        }
        if (maxDegree < 0) {
            throw mistake(
                    typed("--max-degree") + " " + maxDegree + " is no number of calls: name 1 or more, or 0 for all");
        }
        if (isByGraphviz() && format != ReportFormat.SVG) {
            throw mistake("--layout goes with --svg: leave it out, or choose that format");
        }
        if ((callTree || edgeFraction != null || maxDegree > 0) && !format.isGraph()) {
            throw mistake(typed("--call-tree", "--edge-fraction", "--max-degree")
                    + " goes with drawings: leave it out, or choose --format svg or dot");
        }
        if (mean && format != ReportFormat.TOP && format != ReportFormat.HOLDERS) {
            throw mistake("--mean goes with --format top and holders: leave it out, or choose one");
        }
        if ((bytes || unit != ByteUnit.AUTO) && !format.isText() && format != ReportFormat.WEBLIST) {
            throw mistake(typed("--unit", "--show_bytes") + " goes with texts: leave it out; "
                    + FormatOptions.name(format) + " has its own units");
        }
        if (nodeFraction != null && !format.hasRows()) {
            throw mistake(typed("--node-fraction") + " goes with tables, trees and graphs: leave it out; "
                    + FormatOptions.name(format) + " has every stack");
        }
    }

    /** Refuses what the format has no use for as JSON. */
    void checkJson(ReportFormat format) {
        if (bytes || unit != ByteUnit.AUTO) {
            throw mistake(typed("--unit", "--show_bytes") + " goes with texts: leave it out; JSON has whole bytes");
        }
        if (mean) {
            throw mistake("--mean goes with texts: leave it out; JSON has "
                    + (format == ReportFormat.TOP ? "mean sizes anyway" : "bytes and objects"));
        }
        if (nodeFraction != null && format == ReportFormat.TAGS) {
            throw mistake(
                    typed("--node-fraction") + " doesn't go with --json here: leave it out; tags is whole as JSON");
        }
    }

    private double share(String option, @Nullable Double given, double usual) {
        if (given == null) {
            return usual;
        }
        if (!(given >= 0 && given <= 1)) {
            throw mistake(
                    typed(option) + " " + given + " is no share: name one from 0 to 1, such as 0.01 for a per cent");
        }
        return given;
    }

    private String typed(String... names) {
        return typed.name(names);
    }

    private UsageMistake mistake(String words) {
        return new UsageMistake(words);
    }
}
