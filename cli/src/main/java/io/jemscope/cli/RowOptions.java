package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How many rows a report has and whose they are: what the verbs that print reports have in common. */
final class RowOptions {

    /** What {@code --app} does, in every verb that has it. */
    static final String APP = "A package of the program's own code; repeatable. Default: the main class's.";

    private final OptionSpelling typed;

    @Option(names = "--app", paramLabel = "PREFIX", description = APP)
    List<String> app = new ArrayList<>();

    @Option(
            names = {"--rows", "--nodecount"},
            paramLabel = "N",
            description = "How many rows to show, or boxes to draw; 0 for all. Default: 20 rows, 80 boxes, and all of"
                    + " trees, sources and tags.")
    @Nullable
    Integer rows;

    @Mixin
    AllocatorOptions allocator = new AllocatorOptions();

    RowOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    AllocatorFunctions allocator() {
        return allocator.functions();
    }

    List<String> app() {
        return app;
    }

    /** How many rows of that form at most. */
    int rows(ReportFormat format) {
        if (rows == null) {
            return format.isCutShort() ? ReportRequest.ROWS : Integer.MAX_VALUE;
        }
        return rows == 0 ? Integer.MAX_VALUE : rows;
    }

    /** How many were asked for; null where nothing was said. */
    @Nullable
    Integer asked() {
        return rows != null && rows == 0 ? Integer.valueOf(Integer.MAX_VALUE) : rows;
    }

    /** Refuses what the format has no use for. */
    void check(ReportFormat format) {
        if (rows != null && rows < 0) {
            throw mistake(typed.name("--rows") + " " + rows + " is no number of rows: name 1 or more, or 0 for all");
        }
        if (rows != null && !format.hasRows()) {
            throw mistake(typed.name("--rows") + " goes with tables, trees and graphs: leave it out; "
                    + FormatOptions.name(format) + " has every stack");
        }
        if (allocator.isGiven() && format != ReportFormat.HOLDERS) {
            throw mistake("--allocator-function goes with --format holders: leave it out, or choose that format");
        }
        if (!app.isEmpty() && format != ReportFormat.HOLDERS) {
            throw mistake("--app goes with --format holders: leave it out, or choose that format");
        }
    }

    /** Refuses what the format has no use for as JSON. */
    void checkJson(ReportFormat format) {
        if (rows != null && !format.hasRowsAsJson()) {
            throw mistake(typed.name("--rows") + " doesn't go with --json here: leave it out; "
                    + FormatOptions.name(format) + " is whole as JSON");
        }
    }

    private UsageMistake mistake(String words) {
        return new UsageMistake(words);
    }
}
