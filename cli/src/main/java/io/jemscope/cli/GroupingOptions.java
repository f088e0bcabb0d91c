package io.jemscope.cli;

import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What frames are counted by: our own word, and the flags of jeprof and pprof, which mean the same. */
final class GroupingOptions {

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "What to count frames by: function (default), line, file, file_function (functions of one name in several "
                            + "files told apart), address, library, class, package or thread. "
                            + "Lines and files of native code, and inlined functions, need the debug files of the libraries.")
    private @Nullable Grouping by;

    @Option(names = "--functions", description = "The same as --by function.")
    private boolean functions;

    @Option(names = "--lines", description = "The same as --by line.")
    private boolean lines;

    @Option(names = "--files", description = "The same as --by file.")
    private boolean files;

    @Option(
            names = {"--filefunctions", "--file-functions"},
            description = "The same as --by file_function.")
    private boolean fileFunctions;

    @Option(names = "--addresses", description = "The same as --by address.")
    private boolean addresses;

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
        if (asked.stream().distinct().count() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "the options say two things to count by: name one, such as --by line");
        }
        return asked.isEmpty() ? null : asked.get(0);
    }

    private static void add(List<Grouping> asked, boolean said, Grouping grouping) {
        if (said) {
            asked.add(grouping);
        }
    }
}
