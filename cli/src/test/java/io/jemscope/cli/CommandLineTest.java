package io.jemscope.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the command says to a command line that it can't follow, and with which code it ends. */
class CommandLineTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void tellsItsVersionAndItsVerbs() {
        assertThat(CommandRun.of("--version").out()).startsWith("jemscope ");
        CommandRun help = CommandRun.of("--help");
        assertThat(help.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(help.out()).contains("record ", "run ", "report ", "doctor ", "demo ");
    }

    @ParameterizedTest
    @MethodSource("verbsWithHelp")
    void everyVerbHasHelpWithExamples(String verb) {
        CommandRun help = CommandRun.of(verb, "--help");

        assertThat(help.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(help.out()).contains("jemscope " + verb, "Examples:", "Exit code:");
        assertThat(help.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    static List<String> verbsWithHelp() {
        return JemscopeCommand.VERBS.stream()
                .filter(verb -> !verb.equals("demo"))
                .toList();
    }

    @Test
    void withoutAVerbItNamesThem() {
        CommandRun run = CommandRun.of();

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("a verb is missing: record, run, report, diff, trend, why, doctor, demo");
    }

    @ParameterizedTest
    @CsvSource({
        "recrd, did you mean record?",
        "reprot, did you mean report?",
    })
    void anUnknownVerbIsToldTheNearest(String verb, String suggestion) {
        CommandRun run = CommandRun.of(verb);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(suggestion);
    }

    @Test
    void anUnknownOptionIsToldTheNearest() {
        CommandRun run = CommandRun.of("record", "--rat", "4k", "--", "java");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Unknown option: '--rat'", "did you mean --rate?", "--help");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "report x --live --accumulated | conflicting sample types: --live and --accumulated; leave all but one out",
                "report x --format collapsed --rows 5 | --rows goes with --format holders, top",
                "report x --top --allocator-function f | --allocator-function goes with",
                "report x --svg --unit B | --unit goes with --format holders, top",
                "report x --format tree --sort flat | --sort goes with --format top, peek, list and weblist",
                "report x --tree --cum | --cum goes with --format top, peek, list and weblist",
                "report x --top --maxdegree 3 | --maxdegree goes with --format dot and svg",
                "report x --svg --max-degree -3 | --max-degree must be 0 or a positive number, not -3",
                "report x --dot --layout dot | --layout goes with --svg",
                "report x --top --drop_negative | --drop_negative goes with --base",
                "report x --top --unit apples | --unit must be one of auto, B, KiB, MiB, GiB, TiB, or another name of these, not apples: for example --unit MiB",
                "report x --top --tagshow a( | is not a valid pattern",
                "report x --lib_prefix nowhere,else | --lib_prefix nowhere is not a readable folder",
                "report x --format pprof --objects | --objects goes with --format",
                "report x --proto --alloc_space | --alloc_space goes with --format",
                "report x --collapsed --nodecount 5 | --nodecount goes with --format holders, top",
                "report x --lines | --lines goes with",
                "report x --nodefraction 2 | --nodefraction must be a number from 0 to 1, not 2",
                "report x --list f --source-path nowhere | --source-path nowhere is not a readable folder",
                "report x --exclude a( | --exclude 'a('",
                "diff x y --cum | --cum goes with --by",
                "trend x --nodecount 0 | --nodecount 0",
                "report x --top --tree | two reports",
                "demo --fleet --open | --fleet: goes without --open",
                "demo --fleet --until-killed | --fleet: goes without --open",
                "demo --clickhouse | --clickhouse: goes with --fleet",
                "collect --to folder=a --to folder=b | --to names a kind of sink twice",
                "demo --fleet --clickhouse -o x.duckdb | --clickhouse: goes with --fleet, and without -o",
                "demo --until-killed --every 1s | --until-killed: goes without --open, --every",
                "report x --format peek | --peek REGEX",
                "report x --focus a( | is not a valid pattern",
                "report x --top --by line --lines --functions | conflicting groupings: --by and --functions and --lines",
                "report x --live --alloc_objects | conflicting sample types",
                "report x --sample_index cpu | --sample_index must be one of inuse_space",
                "report x --top --cum --flat | conflicting orders",
                "report x --base y | jemscope diff",
                "report x --top --base y --diff-base z | contradict",
                "report x --top --normalize | --base",
                "report x --top --call-tree | goes with --format dot and svg",
                "report x --top --node-fraction 2 | from 0 to 1",
                "report x --debug-dir nowhere | is not a readable folder",
                "report x --mean --json | --mean doesn't go with --json: leave it out",
                "report x --tree --json --rows 3 | --rows goes with --format holders, top, peek, list, traces and threads if it is JSON: leave it out",
                "report x --rows -1 | --rows must be 0 (all) or a positive number, not -1",
                "report x --force | --force goes with -o",
                "report x --format gif | gif",
                "record --force -- java | --force goes with -o",
                "record --html --force -- java | --force goes with -o",
                "record --html=page.svg -- java | --html is not written as '.svg': name PAGE.html",
                "record --duration 0s -- java | records nothing",
                "record --duration soon -- java | is not a time",
                "record --snapshot-every 999999999d -- java | is too long",
                "record --format tree --app a -- java | --app goes with",
                "report x --format top --app a | --app goes with",
                "report x --objects | --objects goes with",
                "record --rate big -- java | is not a size",
                "record --rate 5000 -- java | powers of two",
                "record --format collapsed --rows 3 -- java | --rows goes with --format holders, top",
                "record --mmap --jemalloc /lib/j.so -- java | --mmap and --jemalloc /lib/j.so exclude each other",
                "record | the program to start is missing",
                "run | the program to start is missing",
            })
    void whatCannotBeFollowedIsRefusedWithWhatToDo(String line, String words) {
        CommandRun run = CommandRun.of(line.trim().split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(words.trim()).contains("next:");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aProgramThatIsNotThereEndsAsInAShell() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain.txt"), "no program");

        assertThat(CommandRun.of("record", "--", "no-such-program-1999993").exitCode())
                .isEqualTo(ExitCode.NOT_FOUND);
        assertThat(CommandRun.of("run", "--", folder + "/none").exitCode()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(CommandRun.of("record", "--", plain.toString()).exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(CommandRun.of("record", "--", folder.toString()).exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
    }

    @Test
    void outputThatCannotBeWrittenIsAFailureUnlessItsReaderHasGone() throws IOException {
        try (PrintStream full = new PrintStream(new FileOutputStream("/dev/full"), false, UTF_8)) {
            Console console = new Console(full, new PrintStream(OutputStream.nullOutputStream(), true, UTF_8));
            full.print("a report");

            assertThat(Main.written(ExitCode.OK, console, false)).isEqualTo(ExitCode.UNWRITABLE);
            assertThat(Main.written(ExitCode.OK, console, true)).isEqualTo(ExitCode.OK);
            assertThat(Main.written(7, console, false)).isEqualTo(7);
        }
    }

    @Test
    void aWordWithAnAtSignIsNoFileOfArguments() throws IOException {
        Path arguments = Files.writeString(folder.resolve("arguments"), "--help");

        assertThat(CommandRun.of("run", "--", "@" + arguments).err()).contains("there is no program '@" + arguments);
        assertThat(CommandRun.of("report", "@" + arguments).err()).contains("@" + arguments);
        assertThat(CommandRun.of("report", "--live", "@" + arguments).exitCode())
                .isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void anExistingRecordingIsNotReplacedInSilence() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.pb.gz"), "mine");

        CommandRun run = CommandRun.of("record", "-o", file.toString(), "--", "/bin/sh", "-c", "exit 0");

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(run.err()).contains("there is such a file already", "--force");
        assertThat(file).hasContent("mine");
    }

    @Test
    void anExistingPageIsNotReplacedInSilence() throws IOException {
        Path page = Files.writeString(folder.resolve("mine.html"), "mine");

        for (List<String> options : List.of(
                List.of("--html", "-o", folder.resolve("mine.pb.gz").toString()),
                List.of("--html", page.toString()),
                List.of("--html=" + page))) {
            List<String> words = new ArrayList<>(options);
            words.add(0, "record");
            words.addAll(List.of("/bin/sh", "-c", "exit 0"));
            CommandRun run = CommandRun.of(words.toArray(String[]::new));

            assertThat(run.exitCode()).isEqualTo(ExitCode.UNWRITABLE);
            assertThat(run.err()).contains(page.toString(), "there is such a file already", "--force");
            assertThat(page).hasContent("mine");
        }
        assertThat(CommandRun.of("record", "--html", "no-such-program-1999993").err())
                .contains("there is no program 'no-such-program-1999993'");
    }
}
