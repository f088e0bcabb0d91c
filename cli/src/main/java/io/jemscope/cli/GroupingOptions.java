package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What frames are counted by: our own word, and the flags of jeprof and pprof, which mean the same. */
final class GroupingOptions {

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "What to count frames by: function (default), line, file, file_function (functions of one name in several "
                            + "files told apart), address, library, class, package or thread. "
                            + "Lines and files of native code, and inlined functions, need the debug files of the libraries.")
    @Nullable
    Grouping by;

    @Option(names = "--functions", description = "The same as --by function.")
    boolean functions;

    @Option(names = "--lines", description = "The same as --by line.")
    boolean lines;

    @Option(names = "--files", description = "The same as --by file.")
    boolean files;

    @Option(
            names = {"--filefunctions", "--file-functions"},
            description = "The same as --by file_function.")
    boolean fileFunctions;

    @Option(names = "--addresses", description = "The same as --by address.")
    boolean addresses;

    /** The grouping; null where nothing was said. */
    @Nullable
    Grouping grouping() {
        List<Grouping> asked = new ArrayList<>();
        if (by != null) {
            asked.add(by);
        }
        add(asked, functions, Grouping.FUNCTION);
        add(asked, lines, Grouping.LINE);
        add(asked, files, Grouping.FILE);
        add(asked, fileFunctions, Grouping.FILE_FUNCTION);
        add(asked, addresses, Grouping.ADDRESS);
        if (!asked.isEmpty() && Collections.frequency(asked, asked.get(0)) < asked.size()) {
            throw new UsageMistake("the options say two things to count by: name one, such as --by line");
        }
        return asked.isEmpty() ? null : asked.get(0);
    }

    private static void add(List<Grouping> asked, boolean said, Grouping grouping) {
        if (said) {
            asked.add(grouping);
        }
    }
}
