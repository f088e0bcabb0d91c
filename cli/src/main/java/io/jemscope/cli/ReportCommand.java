package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.cli.view.Graphviz;
import io.jemscope.profile.Profile;
import io.jemscope.report.Grouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.DotWriter;
import io.jemscope.report.graph.GraphTooLargeException;
import io.jemscope.report.graph.SvgWriter;
import io.jemscope.report.pipeline.Incompatibility;
import io.jemscope.report.pipeline.IncompatibleException;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.pipeline.Subtraction;
import io.jemscope.report.shaping.ProfileTransform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a report of a file. */
@Command(
        name = "report",
        header = "Says who holds the memory of a recording or a dump.",
        description = {
            "",
            "Reads a recording, a heap dump of jemalloc or another heap profile, and says who holds the "
                    + "memory. A dump's Java names are taken from FILE.symbols beside it, its functions' names from "
                    + "the files of this machine. Flags of jeprof and pprof mean here what they mean there.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope report app.pb.gz",
            "  jemscope report app.pb.gz --tree --focus Inflater | less",
            "  jemscope report app.pb.gz --svg -o app.svg",
            "  jemscope report 'dumps/jeprof.4711.*.heap' --text --lines",
            "  jemscope report jeprof.4711.0.f.heap --format pprof -o app.pb.gz",
            "",
            "Exit code: 0; 1 where a file doesn't know what --accumulated asks for, or a log is held against a dump; 2 for "
                    + "a wrong command line, 66 where a file can't be read, 73 where OUT can't be written, 125 where --layout dot "
                    + "finds no Graphviz, or that fails."
        })
final class ReportCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "A recording (pprof), or a heap dump (jemalloc's heap_v2, gperftools', a log of prof_log). Of several, also "
                            + "of a folder's or a glob's, the sum is reported.")
    List<String> files = new ArrayList<>();

    @Mixin
    FormatOptions formats = new FormatOptions(typed);

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where to write. Default: standard output.")
    @Nullable
    Path output;

    @Option(names = "--force", description = "Replace OUT where there is such a file already.")
    boolean force;

    @Mixin
    RowOptions rows = new RowOptions(typed);

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            description =
                    "What functions are ordered by: flat (default of top) or cumulative (of peek, list and weblist).")
    Top.@Nullable Order order;

    @Option(names = "--cum", description = "The same as --sort cumulative.")
    boolean cumulative;

    @Option(names = "--flat", description = "The same as --sort flat.")
    boolean flat;

    @Mixin
    SampleTypeOptions measures = new SampleTypeOptions(typed);

    @Mixin
    GroupingOptions groupings = new GroupingOptions();

    @Mixin
    LayoutOptions layouts = new LayoutOptions(typed);

    @Mixin
    SelectionOptions selection = new SelectionOptions(typed);

    @Mixin
    LabelOptions labels = new LabelOptions();

    @Option(
            names = {"--noinlines", "--no-inlines"},
            description = "Leave out functions that were inlined, for the function they lie in.")
    boolean noInlines;

    @Option(
            names = "--base",
            paramLabel = "FILE",
            description = "Subtract that profile, stack by stack: what came since, and with a minus what went. "
                    + "jemscope diff tells growth from sampling noise; this doesn't.")
    @Nullable
    Path base;

    @Option(
            names = {"--diff-base", "--diff_base"},
            paramLabel = "FILE",
            description = "The same, with shares of that profile's total instead of all that came and went.")
    @Nullable
    Path diffBase;

    @Option(
            names = {"--drop-negative", "--drop_negative"},
            description = "Show nothing of stacks that there is less of than in the base.")
    boolean dropNegative;

    @Option(names = "--normalize", description = "Bring the profile to the base's total before the base is subtracted.")
    boolean normalize;

    @Option(
            names = {"--source-path", "--source_path"},
            paramLabel = "DIR",
            description =
                    "A folder of source files for --list and --weblist; repeatable. Default: the current one. What a "
                            + "profile knows by its bare name alone is looked for only in folders that are named here.")
    List<Path> sourceFolders = new ArrayList<>();

    @Option(names = "--json", description = "Write the report's figures as JSON.")
    boolean json;

    @Mixin
    SymbolOptions symbols = new SymbolOptions(typed);

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        ReportFormat format = formats.format(output, json);
        check(format);
        Grouping asked = groupings.grouping();
        ReportRequest request = request(format, asked == null ? Grouping.FUNCTION : asked);
        if (output != null) {
            OutputFile.check(output, force);
        }
        ProfileLoader reader = new ProfileLoader(symbols.symbolizer(asked, format.isSource()));
        Profile whole = reader.sum(files);
        Path subtracted = base == null ? diffBase : base;
        Report report = report(request, whole, subtracted == null ? null : reader.profile(subtracted));
        SelectionOptions.tellUnmatched(report.unmatched(), typed, console);
        write(report);
        return ExitCode.OK;
    }

    private ReportRequest request(ReportFormat format, Grouping grouping) {
        TextOptions layout = layouts.layout(format, rows.rows(format));
        return new ReportRequest(
                format,
                json,
                new ProfileTransform(selection.filter(), labels.labels(), noInlines),
                measures.isGiven() ? measures.measure() : null,
                grouping,
                order(format),
                formats.pattern(),
                output == null && Terminal.isOutput() ? layout.withColumns(Terminal.columns(System.getenv())) : layout,
                layouts.limits(rows.asked()),
                rows.app(),
                rows.allocator(),
                sourceFolders.isEmpty() ? SourceFolders.current() : new SourceFolders(sourceFolders),
                new Subtraction(
                        dropNegative ? Subtraction.Negatives.DROPPED : Subtraction.Negatives.KEPT,
                        normalize,
                        diffBase != null));
    }

    private Report report(ReportRequest request, Profile whole, @Nullable Profile less) throws CommandFailure {
        try {
            return less == null ? Report.of(request, whole) : Report.of(request, whole, less);
        } catch (IncompatibleException e) {
            throw refusal(e.reason(), request.format(), String.join(" ", files), base == null ? diffBase : base);
        }
    }

    private CommandFailure refusal(
            Incompatibility reason, ReportFormat format, String profile, @Nullable Path subtracted) {
        return switch (reason) {
            case PROFILE_WITHOUT_FREED -> unaware(profile);
            case BASE_WITHOUT_FREED -> unaware(String.valueOf(subtracted));
            case ONE_IS_A_LOG ->
                new CommandFailure(
                        ExitCode.WANTING,
                        "can't take " + subtracted + " off " + profile,
                        "one side is a log of allocations, which has what was freed, and the other has what is held",
                        "give " + typed("--base", "--diff-base") + " a file of the same kind, or leave it out");
            case NEGATIVE_FIGURES ->
                new CommandFailure(
                        ExitCode.WANTING,
                        FormatOptions.name(format) + " can't show " + profile,
                        "the file is a difference of two profiles: it has negative figures",
                        "choose --top, --tree, --peek, --traces, --svg or --dot, or compare the two profiles by jemscope diff");
            case BASE_IS_DIFFERENCE -> DifferenceFile.asBase(String.valueOf(subtracted));
        };
    }

    private CommandFailure unaware(String file) {
        return new CommandFailure(
                ExitCode.WANTING,
                file + " doesn't know what was freed",
                "the program ran without prof_accum",
                "record it with --accumulated, or leave " + measures.typedAccumulated() + " out here");
    }

    private void write(Report report) throws CommandFailure, IOException {
        if (layouts.isByGraphviz()) {
            CallGraph graph = report.graph();
            SvgWriter.check(graph);
            ByteArrayOutputStream dot = new ByteArrayOutputStream();
            DotWriter.write(graph, dot);
            ByteArrayOutputStream picture = new ByteArrayOutputStream();
            new Graphviz("dot").svg(dot.toByteArray(), picture);
            write(picture::writeTo);
        } else {
            write(report::write);
        }
    }

    private void write(OutputFile.Content content) throws CommandFailure, IOException {
        if (output == null) {
            content.writeTo(console.out());
            console.out().flush();
            return;
        }
        try {
            OutputFile.write(output, force, content);
        } catch (GraphTooLargeException e) {
            throw e;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE, "can't write " + output, Failures.words(e), "choose another file with -o");
        }
    }

    private Top.Order order(ReportFormat format) {
        if (order != null) {
            return order;
        }
        return cumulative || (!flat && format != ReportFormat.TOP) ? Top.Order.CUMULATIVE : Top.Order.FLAT;
    }

    private void check(ReportFormat format) {
        rows.check(format);
        layouts.check(format);
        if (force && output == null) {
            throw mistake("--force goes with -o OUT: name the file to replace");
        }
        if ((cumulative && flat)
                || (order == Top.Order.FLAT && cumulative)
                || (order == Top.Order.CUMULATIVE && flat)) {
            throw mistake("the options ask for two orders: name one, such as --sort cumulative");
        }
        if ((order != null || cumulative || flat) && !format.isOrdered()) {
            throw mistake(typed("--sort", "--cum", "--flat")
                    + " goes with --top, --peek, --list and --weblist: leave it out, or choose one; "
                    + FormatOptions.name(format) + " has its own order");
        }
        if (format.isWhole() && measures.isGiven()) {
            throw mistake(formats.typed() + " writes all there is: leave " + measures.typed() + " out");
        }
        if (groupings.grouping() != null && !format.isGrouped()) {
            throw mistake(typed("--by", "--functions", "--lines", "--files", "--filefunctions", "--addresses")
                    + " goes with --format top, tree, peek, traces, svg or dot: leave it out, or choose one");
        }
        if (format == ReportFormat.HOLDERS && measures.measure().unit().equals("count")) {
            throw mistake(measures.typedObjects() + " goes with --format top, tree or collapsed: holders shows both");
        }
        if (format == ReportFormat.HOLDERS && labels.hasFrames()) {
            throw mistake(typed("--tagroot", "--tagleaf")
                    + " goes with --format top, tree, peek, traces, svg, dot or collapsed, and holders goes by Java lines:"
                    + " choose one of these, or pick samples by --tagfocus");
        }
        if (base != null && diffBase != null) {
            throw mistake(
                    typed("--base") + " and " + typed("--diff-base") + " contradict each other: leave one of them out");
        }
        if ((base != null || diffBase != null) && !format.isSigned()) {
            throw mistake(typed("--base", "--diff-base")
                    + " goes with --format top, tree, peek, list, weblist, traces, svg, dot or collapsed;"
                    + " who grew is told by: jemscope diff BASE FILE");
        }
        if (json && format == ReportFormat.JSON) {
            throw mistake("--json writes a report's figures, --format json the profile itself: leave one of them out");
        }
        if (json && format.isData()) {
            rows.checkJson(format);
            layouts.checkJson(format);
        }
        if (json && !format.isData()) {
            throw mistake(
                    "--json goes with reports of figures: leave it out, or choose --format json for the profile itself");
        }
        for (Path folder : sourceFolders) {
            if (!Files.isDirectory(folder)) {
                throw mistake(
                        typed("--source-path") + " " + folder + " is no folder that can be read: name another one");
            }
        }
        if (!sourceFolders.isEmpty() && !format.isSource()) {
            throw mistake(typed("--source-path") + " goes with --list and --weblist: leave it out, or choose one");
        }
        if ((normalize || dropNegative) && base == null && diffBase == null) {
            throw mistake(typed("--normalize", "--drop-negative")
                    + " goes with --base or --diff-base: name the file to compare with");
        }
        if (format.isBinary() && output == null && Terminal.isOutput()) {
            throw mistake(formats.typed() + " is nothing for a terminal: name a file with -o OUT");
        }
    }

    private String typed(String... names) {
        return typed.name(names);
    }

    private UsageMistake mistake(String words) {
        return new UsageMistake(words);
    }
}
