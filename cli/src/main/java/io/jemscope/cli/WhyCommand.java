package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.DumpFile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.json.VerdictJson;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import io.jemscope.report.verdict.VerdictText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says why native memory grows. */
@Command(
        name = "why",
        header = "Says which Java lines leak native memory, and which only look like it.",
        description = {
            "",
            "Reads recordings or dumps that say when memory was allocated, and judges each Java line by how its blocks survive: "
                    + "a leak, a cache or pool that fills, memory that turns over, or too early to tell.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope why jemscope-app-4711.pb.gz",
            "  jemscope record --every 1m -- java -jar app.jar; jemscope why jemscope-dumps-20260102-030405",
            "",
            "Exit code: 0, whether or not anything leaks; 2 for a wrong command line, 66 where a file can't be read."
        })
final class WhyCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Recordings and dumps of one program, folders of them, or quoted globs.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON, with every site.")
    private boolean json;

    @Mixin
    private SymbolOptions symbols = new SymbolOptions(typed);

    WhyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        ProfileLoader loader = new ProfileLoader(symbols.symbolizer(null, false), true);
        VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));
        for (DumpFile file : ProfileLoader.files(files)) {
            Profile profile = loader.profile(file.path());
            collector.add(TimedProfile.of(
                    profile, Files.getLastModifiedTime(file.path()).toInstant()));
        }
        List<SiteVerdicts> verdicts = collector.verdicts();
        if (json) {
            VerdictJson.write(verdicts, console.out());
        } else {
            TextOptions layout = TextOptions.rows(Integer.MAX_VALUE).withColumns(Terminal.outputColumns());
            console.out().print(VerdictText.print(verdicts, layout));
        }
        return ExitCode.OK;
    }
}
