package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.view.Graphviz;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.pipeline.BaseOptions;
import io.jemscope.report.pipeline.BaseOptions.Negatives;
import io.jemscope.report.pipeline.Incompatibility;
import io.jemscope.report.pipeline.IncompatibleException;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportOption;
import io.jemscope.report.pipeline.ReportOptions;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.pipeline.ReportRequest.Presentation;
import io.jemscope.report.pipeline.ReportRequest.Selection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a report of a file. */
@Command(
        name = "report",
        header = "Shows who holds the memory in a recording or a dump.",
        description = {
            "",
            "Reads a recording, a jemalloc heap dump or another heap profile, and shows who holds the memory. Names of "
                    + "Java frames in a dump come from FILE.symbols beside it, names of native functions from this machine's "
                    + "files. Flags of jeprof and pprof work as they do there.",
            ""
        },
        modelTransformer = GivenOptions.Adder.class,
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope report app.pb.gz",
            "  jemscope report app.pb.gz --tree --focus Inflater | less",
            "  jemscope report app.pb.gz --svg -o app.svg",
            "  jemscope report app.pb.gz --html --with-source --source-path src/main/java -o app.html",
            "  jemscope report 'dumps/jeprof.4711.*.heap' --text --lines",
            "  jemscope report jeprof.4711.0.f.heap --format pprof -o app.pb.gz",
            "",
            "Exit code: 0; 1 if a file lacks the requested figures, has negative figures that the report can't show, or is of another kind than its base; 2 for "
                    + "a wrong command line, 66 where a file can't be read, 73 where OUT can't be written, 125 where --layout dot "
                    + "finds no Graphviz, or that fails."
        })
final class ReportCommand implements Callable<Integer>, GivenOptions.Verb {

    /** What lays out a drawing. */
    enum Layouter {
        /** Our own layout, which needs no other program. */
        OWN,
        /** Graphviz's {@code dot}, where it is installed. */
        DOT
    }

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "A recording (pprof) or a heap dump (jemalloc's heap_v2, gperftools, a prof_log file). Several files, a "
                            + "folder or a glob are added up.")
    List<String> files = new ArrayList<>();

    @Mixin
    FormatOptions formats = new FormatOptions(typed);

    @Mixin
    OutputOptions output = new OutputOptions();

    @Mixin
    CodeOptions code = new CodeOptions();

    final GivenOptions given = GivenOptions.of(typed, ReportOption.Use.values());

    @Option(
            names = "--layout",
            paramLabel = "LAYOUTER",
            description = "What lays out --svg: own (default, needs nothing else) or dot, from Graphviz.")
    Layouter layouter = Layouter.OWN;

    @Option(
            names = "--base",
            paramLabel = "FILE",
            description =
                    "Subtract this profile, stack by stack; what shrank has a minus sign. Sampling noise isn't filtered: for "
                            + "that use jemscope diff.")
    @Nullable
    Path base;

    @Option(
            names = {"--diff-base", "--diff_base"},
            paramLabel = "FILE",
            description = "The same, with percentages of this profile's total instead of the total change.")
    @Nullable
    Path diffBase;

    @Mixin
    SourceOptions sources = new SourceOptions(typed);

    @Option(names = "--json", description = "Write the report's figures as JSON.")
    boolean json;

    @Mixin
    SymbolOptions symbols = new SymbolOptions(typed);

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public GivenOptions given() {
        return given;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        if (formats.html) {
            output.takePage(files);
        }
        ReportFormat format = formats.format(output.file, json);
        check(format);
        ReportRequest request = request(format);
        output.check();
        ProfileLoader reader = new ProfileLoader(symbols.symbolizer(
                given.ask(ReportOptions::grouping).orElse(null), format.isSource() || sources.inPage));
        Profile whole = reader.sum(files);
        Path subtracted = base == null ? diffBase : base;
        Report report = report(request, whole, subtracted == null ? null : reader.profile(subtracted));
        given.tellUnmatched(report.unmatched(), console);
        write(report);
        return ExitCode.OK;
    }

    private ReportRequest request(ReportFormat format) {
        ReportRequest asked = given.ask(options -> options.request(format, format.usualRows()));
        Selection selection = asked.selection();
        Negatives negatives = asked.base().negatives();
        return new ReportRequest(
                format,
                new Selection(
                        selection.transform(),
                        selection.sampleType(),
                        selection.grouping(),
                        selection.order(),
                        formats.pattern()),
                new Presentation(
                        json,
                        output.fit(asked.presentation().text()),
                        asked.presentation().graph(),
                        format.isPage() ? sources.ofPage() : sources.sources()),
                code.code(),
                new BaseOptions(
                        negatives == Negatives.DROPPED ? negatives : Negatives.REQUIRED,
                        asked.base().normalize(),
                        diffBase != null));
    }

    private Report report(ReportRequest request, Profile whole, @Nullable Profile subtracted) throws CommandFailure {
        try {
            return subtracted == null ? Report.of(request, whole) : Report.of(request, whole, subtracted);
        } catch (IncompatibleException e) {
            String file = String.join(" ", files);
            throw refusal(e.reason(), request.format(), file, String.valueOf(base == null ? diffBase : base));
        }
    }

    private CommandFailure refusal(Incompatibility reason, ReportFormat format, String file, String subtracted) {
        return switch (reason) {
            case PROFILE_WITHOUT_FREED -> withoutFreed(file);
            case BASE_WITHOUT_FREED -> withoutFreed(subtracted);
            case ONE_IS_A_LOG ->
                IncompatibleFiles.oneIsALog(
                        "can't subtract " + subtracted + " from " + file,
                        "give " + typed.name("--base", "--diff-base") + " a file of the same kind, or leave it out");
            case NEGATIVE_FIGURES ->
                IncompatibleFiles.failure(
                        FormatOptions.name(format) + " can't show " + file,
                        "the file is a difference of two profiles: it has negative figures",
                        "choose --top, --tree, --peek, --traces, --svg or --dot, or compare the two profiles by jemscope diff");
            case SHRINKAGE ->
                IncompatibleFiles.failure(
                        "the difference can't be written as collapsed stacks",
                        "some stacks have less than in the base, and that format has no negative figures",
                        "add --drop-negative, choose --format top or tree, or see: jemscope diff BASE FILE");
            case BASE_IS_DIFFERENCE -> IncompatibleFiles.isDifference(subtracted);
        };
    }

    private CommandFailure withoutFreed(String file) {
        return IncompatibleFiles.withoutFreed(
                file, "leave " + typed.name("--accumulated", "--alloc_objects", "--sample-index") + " out here");
    }

    private void write(Report report) throws CommandFailure, IOException {
        if (layouter == Layouter.DOT) {
            CallGraph graph = report.graph();
            SvgWriter.check(graph);
            ByteArrayOutputStream dot = new ByteArrayOutputStream();
            DotWriter.write(graph, dot);
            ByteArrayOutputStream picture = new ByteArrayOutputStream();
            new Graphviz("dot").svg(dot.toByteArray(), picture);
            output.write(picture::writeTo, console);
        } else {
            output.write(report::write, console);
        }
    }

    private void check(ReportFormat format) {
        given.check(format, json && format.isText(), base != null || diffBase != null);
        code.check(format);
        ReportOptions asked = given.read();
        if (layouter == Layouter.DOT && format != ReportFormat.SVG) {
            throw new UsageMistake("--layout goes with --svg: leave it out, or choose that format");
        }
        Optional<SampleType> type = given.ask(ReportOptions::sampleType);
        if (format == ReportFormat.HOLDERS && type.isPresent() && !type.get().isBytes()) {
            throw new UsageMistake(typed.name("--objects", "--inuse_objects", "--alloc_objects", "--sample-index")
                    + " goes with --format top, tree or collapsed: holders shows both");
        }
        if (format == ReportFormat.HOLDERS && asked.has(ReportOption.TAG_ROOT, ReportOption.TAG_LEAF)) {
            throw new UsageMistake(typed.name("--tagroot", "--tagleaf")
                    + " goes with --format top, tree, peek, traces, svg, dot or collapsed, and holders goes by Java lines:"
                    + " choose one of these, or pick samples by --tagfocus");
        }
        if (base != null && diffBase != null) {
            throw new UsageMistake(typed.name("--base") + " and " + typed.name("--diff-base")
                    + " contradict each other: leave one of them out");
        }
        if ((base != null || diffBase != null) && !format.isSigned()) {
            throw new UsageMistake(typed.name("--base", "--diff-base")
                    + " goes with --format html, top, tree, peek, list, weblist, traces, svg, dot or collapsed;"
                    + " what grew is shown by: jemscope diff BASE FILE");
        }
        if (json && format == ReportFormat.JSON) {
            throw new UsageMistake(
                    "--json writes a report's figures, --format json the profile itself: leave one of them out");
        }
        if (json && !format.isText()) {
            throw new UsageMistake(
                    "--json goes with reports of figures: leave it out, or choose --format json for the profile itself");
        }
        sources.check(format.isPage(), format.isSource(), "--list, --weblist and --html --with-source");
        if ((format.isBinary() || format == ReportFormat.HTML) && output.isTerminal()) {
            throw new UsageMistake(formats.typed() + " is not for a terminal: name a file with -o OUT");
        }
    }
}
