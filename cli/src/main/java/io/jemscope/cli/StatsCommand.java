package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the statistics of a running JVM's jemalloc or glibc. */
@Command(
        name = "stats",
        header = "Prints the allocator's statistics of a running JVM.",
        description = {
            "",
            "Prints jemalloc's statistics (malloc_stats_print): memory allocated, active, resident and retained, by "
                    + "arena and size class. On glibc's malloc: what mallinfo2 counts, and each arena by malloc_info. "
                    + "Of other allocators there are none.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope stats 4711",
            "  jemscope stats 4711 --json | jq .jemalloc.stats.resident",
            "  jemscope stats 4711 --json | jq .mallinfo2.fordblks      # on glibc: freed, not returned",
            "  jemscope stats 4711 --leave-out mdablx",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class StatsCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "text (default), json (the same as --json), or summary: the main figures as JSON (jemalloc only).")
    private Format format = Format.TEXT;

    @Option(
            names = "--leave-out",
            paramLabel = "LETTERS",
            description =
                    "What to leave out, by malloc_stats_print's letters: g general, m merged arenas, d destroyed arenas, a "
                            + "each arena (also glibc's), b bins, l large classes, x mutexes, e extents, h huge page arenas.")
    private String leaveOut = "";

    /** How statistics are wanted. */
    enum Format {
        TEXT,
        JSON,
        SUMMARY
    }

    StatsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Format wanted = jvm.isJson() && format == Format.TEXT ? Format.JSON : format;
        String name = wanted.name().toLowerCase(Locale.ROOT);
        String statistics = jvm.ask(agent -> agent.statistics(name, leaveOut));
        console.out().print(statistics.endsWith("\n") ? statistics : statistics + "\n");
        return ExitCode.OK;
    }
}
