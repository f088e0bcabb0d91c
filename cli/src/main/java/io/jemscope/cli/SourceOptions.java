package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.report.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where source code is found, and whether a page gets it. */
final class SourceOptions {

    private final OptionSpelling typed;

    @Option(
            names = {"--source-path", "--source_path"},
            paramLabel = "DIR",
            description =
                    "A folder with source files, for reports that show source; repeatable. Default: the current folder. Files that "
                            + "a profile names without a path are searched only in folders given here.")
    List<Path> folders = new ArrayList<>();

    @Option(
            names = "--with-source",
            description =
                    "Put the source of the functions that hold memory into the HTML file, where it is at hand. Default: no line.")
    boolean inPage;

    SourceOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    /** Refuses options without use: {@code shown} if the report shows source anyway, {@code goesWith} names such reports. */
    void check(boolean isPage, boolean shown, String goesWith) {
        if (inPage && !isPage) {
            throw new UsageMistake("--with-source goes with --html: leave it out, or choose that format");
        }
        SymbolOptions.check(typed.name("--source-path"), folders);
        if (!folders.isEmpty() && !shown && !inPage) {
            throw new UsageMistake(
                    typed.name("--source-path") + " goes with " + goesWith + ": leave it out, or choose one");
        }
    }

    /** The source for a report that shows it. */
    Sources sources() {
        return folders.isEmpty() ? SourceFolders.current() : new SourceFolders(folders);
    }

    /** The source for a page. */
    Sources ofPage() {
        return inPage ? sources() : Sources.NONE;
    }
}
