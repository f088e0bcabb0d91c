package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.Profile;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.comparison.ComparisonText;
import io.jemscope.report.json.ComparisonJson;
import io.jemscope.report.page.HtmlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what changed from one file to another. */
@Command(
        name = "diff",
        header = "Shows what grew and shrank between two recordings or dumps.",
        description = {
            "",
            "Compares two recordings or dumps, A before B, by Java line. It compares names, not addresses, so the "
                    + "files may come from different builds, processes, machines and sampling rates. Changes within sampling "
                    + "noise aren't listed, only counted at the end.",
            ""
        },
        modelTransformer = GivenOptions.Adder.class,
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope diff monday.pb.gz tuesday.pb.gz",
            "  jemscope diff --base first.heap last.heap --by package",
            "  jemscope diff -o growth.html monday.pb.gz tuesday.pb.gz",
            "  jemscope diff old-build.pb.gz new-build.pb.gz --normalize --all",
            "",
            "Ranges: 95 %%, the sampling errors of both. A row is shown if at most one in a hundred of the "
                    + "rows shown is there by chance; of two dumps of a program that doesn't grow, at most one pair "
                    + "in a hundred shows anything.",
            "",
            "Exit code: 0, whether or not anything grew; 1 where a file doesn't know what --accumulated "
                    + "asks for; 2 for a wrong command line, 66 where a file can't be read, 73 where OUT can't be "
                    + "written."
        })
final class DiffCommand implements Callable<Integer>, GivenOptions.Verb {

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(arity = "1..3", paramLabel = "FILE", description = "A and B; only B if --base names A.")
    List<Path> files = new ArrayList<>();

    @Option(
            names = {"--base", "--diff-base", "--diff_base"},
            paramLabel = "A",
            description = "The file to compare with; the same as naming it first.")
    @Nullable
    Path base;

    @Option(
            names = "--normalize",
            description = "Scale B to A's total first, so that shares are compared, as pprof's -normalize does.")
    boolean normalize;

    @Mixin
    ChangeOptions options = new ChangeOptions(typed);

    @Mixin
    SymbolOptions symbols = new SymbolOptions(typed);

    DiffCommand(Console console) {
        this.console = console;
    }

    @Override
    public GivenOptions given() {
        return options.given;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        if (options.html) {
            options.output.takePage(files);
        }
        if (files.size() != (base == null ? 2 : 1)) {
            throw new UsageMistake(
                    base == null
                            ? "two files are compared: name A and B, the earlier one first"
                            : typed.name("--base") + " names one of the two files: name one more, and no other");
        }
        options.check();
        ProfileLoader reader = new ProfileLoader(symbols.symbolizer(options.grouping(), options.sources.inPage));
        Path first = base == null ? files.get(0) : base;
        Path second = files.get(files.size() - 1);
        Profile before = options.select(reader.profile(first), first);
        Profile after = options.select(reader.profile(second), second);
        options.tellUnmatched(console);
        Comparison comparison = Comparison.of(before, after, options.sampleType(), options.sites(), normalize);
        if (options.isHtml()) {
            options.write(out -> HtmlFile.write(options.page(before, after, comparison), out), console);
        } else if (options.isJson()) {
            options.write(out -> ComparisonJson.write(comparison, out), console);
        } else {
            options.write(ComparisonText.print(comparison, options.layout(), options.all()), console);
        }
        return ExitCode.OK;
    }
}
