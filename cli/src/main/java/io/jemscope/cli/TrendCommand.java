package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.file.DumpFile;
import io.jemscope.profile.file.DumpName;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.json.TrendJson;
import io.jemscope.report.page.HtmlFile;
import io.jemscope.report.page.PageData;
import io.jemscope.report.trend.Sparkline;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.trend.Trend;
import io.jemscope.report.trend.TrendCollector;
import io.jemscope.report.trend.TrendText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what rises over many files. */
@Command(
        name = "trend",
        header = "Shows what grows over a series of recordings or dumps.",
        description = {
            "",
            "Reads many recordings or dumps in the order of their times (or numbers, if they contain no time) and "
                    + "shows how fast each Java line grows, with a sparkline. Growth within sampling noise isn't listed, only "
                    + "counted at the end. Dumps of different processes form a series each.",
            ""
        },
        modelTransformer = GivenOptions.Adder.class,
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope record --every 1m -- java -jar app.jar",
            "  jemscope trend jemscope-dumps-20260102-030405",
            "  jemscope trend 'dumps/jeprof.4711.*.heap' --by package",
            "  jemscope trend -o growth.html jemscope-dumps-20260102-030405",
            "",
            "The slope is that of the straight line through all dumps. ±: its 95 %% range, two standard " + "errors.",
            "",
            "Exit code: 0, whether or not anything rises; 1 where a file doesn't know what --accumulated "
                    + "asks for; 2 for a wrong command line, 66 where a file can't be read, 73 where OUT can't be "
                    + "written."
        })
final class TrendCommand implements Callable<Integer>, GivenOptions.Verb {

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Recordings and dumps, folders of them, or quoted globs.")
    List<String> files = new ArrayList<>();

    @Option(names = "--ascii", description = "Draw with ASCII letters. Default on a terminal whose locale isn't UTF-8.")
    boolean ascii;

    @Mixin
    ChangeOptions options = new ChangeOptions(typed);

    @Mixin
    SymbolOptions symbols = new SymbolOptions(typed);

    TrendCommand(Console console) {
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
        options.check();
        ProfileLoader reader = new ProfileLoader(symbols.symbolizer(options.grouping(), options.sources.inPage));
        TrendCollector collector = new TrendCollector(options.sampleType(), options.sites());
        List<DumpFile> found = ProfileLoader.files(files);
        for (int i = 0; i < found.size(); i++) {
            DumpFile file = found.get(i);
            Profile profile = read(reader, file);
            TimedProfile timed = TimedProfile.of(
                    profile, Files.getLastModifiedTime(file.path()).toInstant());
            // The files come in the order of the numbers in their names.
            collector.add(file.name() == null ? timed : timed.at(i));
        }
        options.tellUnmatched(console);
        List<Trend> trends = collector.trends();
        if (options.isHtml()) {
            Trend shown = steepest(trends);
            PageData page = page(
                    read(reader, found.get(shown.dumps().get(0))),
                    read(reader, found.get(shown.dumps().get(shown.dumps().size() - 1))),
                    trends);
            options.write(out -> HtmlFile.write(page, out), console);
        } else if (options.isJson()) {
            options.write(out -> TrendJson.write(trends, options.sampleType(), options.sites(), out), console);
        } else {
            options.write(TrendText.print(trends, options.layout(), options.all(), sparkline()), console);
        }
        return ExitCode.OK;
    }

    private Profile read(ProfileLoader reader, DumpFile file) throws CommandFailure, IOException {
        return withProcess(options.select(reader.profile(file.path()), file.path()), file.name());
    }

    /** The run whose total rose most. */
    private static Trend steepest(List<Trend> trends) {
        return Collections.max(trends, Comparator.comparingDouble(Trend::gain));
    }

    private PageData page(Profile first, Profile last, List<Trend> trends) {
        Comparison comparison = Comparison.of(first, last, options.sampleType(), options.sites(), false);
        return options.page(first, last, comparison).withTrends(trends, options.sites());
    }

    /** A dump without facts tells by its name, at least, which process it is of. */
    private static Profile withProcess(Profile profile, @Nullable DumpName name) {
        ProfileMetadata facts = profile.metadata();
        if (name == null || facts.get(ProfileMetadata.PID).isPresent()) {
            return profile;
        }
        ProfileMetadata more = facts.with(ProfileMetadata.PID, Long.toString(name.pid()));
        return new Profile(profile.rate(), profile.samples(), profile.mappings(), more);
    }

    private Sparkline sparkline() {
        return ascii ? Sparkline.ASCII : bars();
    }

    /** What the reader of standard output can show. */
    static Sparkline bars() {
        return Terminal.isOutput() && !isUnicode(System.getenv()) ? Sparkline.ASCII : Sparkline.BLOCKS;
    }

    /** Whether the locale's letters are Unicode; where nothing names a locale, they mostly are. */
    static boolean isUnicode(Map<String, String> environment) {
        for (String variable : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
            String locale = environment.getOrDefault(variable, "");
            if (!locale.isEmpty()) {
                String plain = locale.replace("-", "");
                return plain.endsWith("UTF8") || plain.endsWith("utf8") || plain.contains("UTF8@");
            }
        }
        return true;
    }
}
