package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Whose code is whose: the program's own packages, and native functions that only pass memory on. */
final class CodeOptions {

    @Option(
            names = "--app",
            paramLabel = "PREFIX",
            description = "A package of the application's code; repeatable. Default: the main class's package.")
    List<String> app = new ArrayList<>();

    @Option(
            names = "--allocator-function",
            paramLabel = "NAME",
            description =
                    "A native function that allocates on behalf of its caller, with * as a wildcard; repeatable. Such "
                            + "functions are skipped when a stack's site is determined. malloc, operator new and many others are known.")
    List<String> functions = new ArrayList<>();

    /** The functions that are known, and those that were named. */
    AllocatorFunctions allocator() {
        return functions.isEmpty() ? AllocatorFunctions.KNOWN : AllocatorFunctions.KNOWN.with(functions);
    }

    ReportRequest.Code code() {
        return new ReportRequest.Code(app, allocator());
    }

    /** Refuses what the format has no use for. */
    void check(ReportFormat format) {
        if (format != ReportFormat.HOLDERS && !format.isPage() && (!app.isEmpty() || !functions.isEmpty())) {
            throw new UsageMistake((app.isEmpty() ? "--allocator-function" : "--app")
                    + " goes with --format holders and html: leave it out, or choose one of them");
        }
    }
}
