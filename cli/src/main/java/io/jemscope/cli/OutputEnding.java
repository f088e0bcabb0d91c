package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.report.pipeline.ReportFormat;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What the ending of an output file's name says about its format. */
final class OutputEnding {

    private OutputEnding() {}

    /** The format for a file if no option names one: text unless the ending names another format. */
    static ReportFormat format(Path output) {
        ReportFormat format = switch (ending(output)) {
            case "pb.gz", "pprof" -> ReportFormat.PPROF;
            case "svg" -> ReportFormat.SVG;
            case "dot" -> ReportFormat.DOT;
            case "json" -> ReportFormat.JSON;
            case "html", "htm" -> ReportFormat.HTML;
            case "folded", "collapsed" -> ReportFormat.COLLAPSED;
            case "callgrind" -> ReportFormat.CALLGRIND;
            default -> ReportFormat.HOLDERS;
        };
        check(
                output,
                format,
                "this report",
                "name OUT.txt, .html, .svg, .dot, .json, .pb.gz, .pprof, .collapsed, .folded or .callgrind");
        return format;
    }

    /** Refuses a name that promises another format than the one that an option names. */
    static void check(Path output, ReportFormat format) {
        check(output, format, "--format " + FormatOptions.name(format), "name OUT" + usual(format));
    }

    /** Refuses a name that promises another format than the JSON of a report's figures. */
    static void checkJson(Path output) {
        check(output, ReportFormat.JSON, "--json", "name OUT.json");
    }

    /** Refuses a name that promises another format than a page. */
    static void checkPage(Path output) {
        check(output, ReportFormat.HTML, "--html", "name PAGE.html");
    }

    /** Whether the name promises a page. */
    static boolean isHtml(Path output) {
        return formats(ending(output)).equals(formats("html"));
    }

    /** Refuses a name that promises another format than that of a comparison: HOLDERS for text, JSON or HTML. */
    static void checkChange(Path output, ReportFormat format) {
        String what = format == ReportFormat.HOLDERS ? "text" : format.name();
        check(output, format, "the " + what + " of a comparison", "name OUT.txt, OUT.html, or OUT.json with --json");
    }

    private static void check(Path output, ReportFormat format, String what, String next) {
        String ending = ending(output);
        if (!formats(ending).contains(format)) {
            throw new UsageMistake(what + " is not written as '." + ending + "': " + next);
        }
    }

    /** The reports that an ending may stand for: all of them, unless it promises a certain format. */
    private static Set<ReportFormat> formats(String ending) {
        return switch (ending) {
            case "pb.gz", "pb", "gz", "pprof" -> EnumSet.of(ReportFormat.PPROF);
            case "svg" -> EnumSet.of(ReportFormat.SVG);
            case "dot" -> EnumSet.of(ReportFormat.DOT);
            case "json" -> EnumSet.of(ReportFormat.JSON, ReportFormat.PAGE, ReportFormat.SPEEDSCOPE);
            case "folded", "collapsed" -> EnumSet.of(ReportFormat.COLLAPSED);
            case "callgrind" -> EnumSet.of(ReportFormat.CALLGRIND);
            case "html", "htm" -> EnumSet.of(ReportFormat.HTML, ReportFormat.WEBLIST);
            case "pdf",
                    "ps",
                    "eps",
                    "png",
                    "jpg",
                    "jpeg",
                    "gif",
                    "webp",
                    "csv",
                    "tsv",
                    "xml",
                    "zip",
                    "bz2",
                    "xz",
                    "zst" -> EnumSet.noneOf(ReportFormat.class);
            default -> EnumSet.allOf(ReportFormat.class);
        };
    }

    /** The usual ending for a format. */
    private static String usual(ReportFormat format) {
        return switch (format) {
            case PPROF -> ".pb.gz";
            case SVG -> ".svg";
            case DOT -> ".dot";
            case JSON, PAGE, SPEEDSCOPE -> ".json";
            case COLLAPSED -> ".collapsed";
            case CALLGRIND -> ".callgrind";
            case HTML, WEBLIST -> ".html";
            default -> ".txt";
        };
    }

    /** What follows the name's last dot, in small letters; empty if it has none. */
    private static String ending(Path output) {
        String name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".pb.gz")) {
            return "pb.gz";
        }
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
