package io.jemscope.cli;

import io.jemscope.report.AllocatorFunctions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which native functions only pass memory on, and are no site of their own. */
final class AllocatorOptions {

    @Option(
            names = "--allocator-function",
            paramLabel = "NAME",
            description =
                    "A native function that only passes memory on, * standing for any letters; repeatable. A site is the "
                            + "innermost function beyond these. malloc, operator new and many others are known.")
    List<String> functions = new ArrayList<>();

    /** The functions that are known, and those that were named. */
    AllocatorFunctions functions() {
        return functions.isEmpty() ? AllocatorFunctions.KNOWN : AllocatorFunctions.KNOWN.with(functions);
    }

    /** Whether any was named. */
    boolean isGiven() {
        return !functions.isEmpty();
    }
}
