package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.report.Grouping;
import io.jemscope.symbols.Detail;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.DebugFiles;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import io.jemscope.symbols.cache.SymbolCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the names of native functions come from. */
final class SymbolOptions {

    private final OptionSpelling typed;

    @Option(
            names = "--debug-dir",
            paramLabel = "DIR",
            description = "A folder with debug files, searched before the system's; repeatable.")
    List<Path> debugFolders = new ArrayList<>();

    @Option(
            names = "--binary-root",
            paramLabel = "DIR",
            description =
                    "The root of the file system that the dump's process saw: an unpacked container image, another machine's "
                            + "disk, /proc/PID/root. This machine's own files are then ignored. Repeatable.")
    List<Path> roots = new ArrayList<>();

    @Option(
            names = {"--lib-prefix", "--lib_prefix"},
            paramLabel = "DIR",
            split = ",",
            description = "The same as --binary-root; several with commas.")
    List<Path> prefixes = new ArrayList<>();

    @Option(
            names = "--inlines",
            description =
                    "Read source lines and inlined functions of native code from debug files. This takes longer; it is the "
                            + "default only with --by line, file and file_function.")
    boolean inlines;

    @Option(
            names = "--no-cache",
            description = "Don't use the cache of source lines, which is in $JEMSCOPE_CACHE, else ~/.cache/jemscope.")
    boolean noCache;

    SymbolOptions(OptionSpelling typed) {
        this.typed = typed;
    }

    /** What names functions; with their lines where a report by {@code grouping} shows them. */
    Symbolizer symbolizer(@Nullable Grouping grouping, boolean source) {
        boolean lines = inlines
                || source
                || grouping == Grouping.LINE
                || grouping == Grouping.FILE
                || grouping == Grouping.FILE_FUNCTION;
        return lines ? new Symbolizer(binaries(), Detail.LINES, cache()) : new Symbolizer(binaries());
    }

    private @Nullable SymbolCache cache() {
        return noCache
                ? null
                : SymbolCache.usersFolder(System.getenv())
                        .map(folder -> new SymbolCache(folder, SymbolCache.DEFAULT_BYTES))
                        .orElse(null);
    }

    private FileSystemBinaries binaries() {
        check("--debug-dir", debugFolders);
        check("--binary-root", roots);
        check(typed.name("--lib-prefix"), prefixes);
        List<Path> all = new ArrayList<>(roots);
        all.addAll(prefixes);
        List<Path> searched = new ArrayList<>(debugFolders);
        searched.add(DebugFiles.SYSTEM_FOLDER);
        return new FileSystemBinaries(searched, all);
    }

    /** Refuses folders that can't be read. */
    static void check(String option, List<Path> folders) {
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw new UsageMistake(option + " " + folder + " is not a readable folder: name another one");
            }
        }
    }
}
