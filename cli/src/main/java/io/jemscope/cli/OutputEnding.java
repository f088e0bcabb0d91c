package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.view.ReportFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The report that the ending of an output file's name asks for, where no option does. */
final class OutputEnding {

    private OutputEnding() {}

    /** The format; refuses endings that no report has, so that no file is written in another format than its name says. */
    static ReportFormat format(Path output) {
        String name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".pb.gz") || name.endsWith(".pprof")) {
            return ReportFormat.PPROF;
        }
        int dot = name.lastIndexOf('.');
        return switch (dot < 0 ? "" : name.substring(dot + 1)) {
            case "", "txt", "text", "log" -> ReportFormat.HOLDERS;
            case "svg" -> ReportFormat.SVG;
            case "dot" -> ReportFormat.DOT;
            case "json" -> ReportFormat.JSON;
            case "folded", "collapsed" -> ReportFormat.COLLAPSED;
            case "callgrind" -> ReportFormat.CALLGRIND;
            default ->
                throw new UsageMistake("no report is written as '" + name.substring(dot)
                        + "': name OUT.txt, .svg, .dot, .json, .pb.gz, .pprof, .collapsed, .folded or .callgrind, or choose"
                        + " the report by --format");
        };
    }

    /** Refuses to write a page's name with a report that isn't a page. */
    static void check(Path output, ReportFormat format) {
        String name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
        if ((name.endsWith(".html") || name.endsWith(".htm")) && format != ReportFormat.WEBLIST) {
            throw new UsageMistake("--format " + FormatOptions.name(format)
                    + " is not written as HTML: --weblist REGEX is; name another ending, such as .txt or .svg");
        }
    }

    /** Refuses a name that promises another format than the text or JSON of a comparison. */
    static void checkChange(Path output, boolean json) {
        String name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
        String ending = name.substring(name.lastIndexOf('.') + 1);
        if (ending.equals("json") && !json) {
            throw new UsageMistake(output + " would have text in it: write --json, or name OUT.txt");
        }
        if (List.of("html", "htm", "svg", "dot", "gz", "pb", "pprof", "pdf", "png")
                .contains(ending)) {
            throw new UsageMistake(
                    "a comparison is not written as '." + ending + "': name OUT.txt, or OUT.json with --json");
        }
    }
}
