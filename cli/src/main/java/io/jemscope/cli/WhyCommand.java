package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.live.BundledVerdict;
import io.jemscope.cli.live.LiveVerdict;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.DumpFile;
import io.jemscope.profile.file.ZippedFolder;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.json.VerdictJson;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.ProcessVerdictText;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import io.jemscope.report.verdict.VerdictText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says why native memory grows. */
@Command(
        name = "why",
        header = "Says why a program's memory grows: which Java lines leak, and which only look like it.",
        description = {
            "",
            "Of a running JVM: what grows, from its memory ledger and a dump that it makes, with the next step for each. Of "
                    + "recordings or dumps: each Java line, judged by how its blocks survive: a leak, a cache or pool that fills, memory "
                    + "that turns over, or too early to tell.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope why 4711",
            "  jemscope why 4711 --for 1m --gc",
            "  jemscope why jemscope-app-4711.pb.gz",
            "  jemscope why shop.zip                    # of jemscope bundle, or of a program that was killed",
            "  jemscope record --every 1m -- java -jar app.jar; jemscope why jemscope-dumps-20260102-030405",
            "",
            "Exit code: 0, whether or not anything leaks; 2 for a wrong command line, 66 where a file can't be read, 68 if TARGET fits "
                    + "no JVM or several, or no agent is loaded, 69 where the agent refuses or doesn't answer."
        })
final class WhyCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(
            arity = "1..*",
            paramLabel = "TARGET|FILE",
            description =
                    "A running JVM: its process id or main class; see jemscope list. Or recordings and dumps of one program, folders of "
                            + "them, or quoted globs. Or a bundle.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "Of a running JVM: look again after this time, to see what else than sampled memory grows.")
    private @Nullable Duration watch;

    @Option(
            names = "--gc",
            description =
                    "Of a running JVM: collect its heap first, which stops the program for as long as that takes. What is freed then "
                            + "isn't called a leak.")
    private boolean collect;

    @Option(
            names = "--collected",
            description = "Of files: the heap was collected right before the last dump, as by jcmd PID GC.run.")
    private boolean collected;

    @Option(
            names = "--large",
            description =
                    "Of a running JVM: read the memory ledger even if it has 4 GiB or more; see jemscope memory --help.")
    private boolean large;

    @Option(names = "--json", description = "Print JSON, with every site.")
    private boolean json;

    @Mixin
    private SymbolOptions symbols = new SymbolOptions(typed);

    WhyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException, InterruptedException {
        if (words.size() == 1 && isTarget(words.get(0))) {
            if (collected) {
                throw new UsageMistake("--collected: goes with files; a running JVM takes --gc");
            }
            running(words.get(0));
        } else if (watch != null || collect || large) {
            String option = watch != null ? "--for" : collect ? "--gc" : "--large";
            throw new UsageMistake(option + ": goes with a running JVM, not with files");
        } else if (words.size() == 1 && ZippedFolder.isOne(Path.of(words.get(0)))) {
            bundle(Path.of(words.get(0)));
        } else {
            files();
        }
        return ExitCode.OK;
    }

    /** Whether it is neither a file nor a path or pattern of files. */
    private static boolean isTarget(String word) {
        boolean isPath = word.indexOf('/') >= 0 || word.indexOf('*') >= 0 || word.indexOf('?') >= 0;
        return !isPath
                && !Files.exists(Path.of(word))
                && !word.endsWith(".gz")
                && !word.endsWith(".heap")
                && !word.endsWith(".zip");
    }

    private void running(String word) throws CommandFailure, IOException, InterruptedException {
        JvmOptions jvm = JvmOptions.of(word);
        ProcessVerdict verdict = jvm.ask(
                agent -> new LiveVerdict(agent, jvm.target(), large)
                        .look(watch == null ? Duration.ZERO : watch, collect),
                "where the ledger may hold it up for so long: jemscope why " + word + " --large");
        if (json) {
            VerdictJson.write(verdict, console.out());
        } else {
            console.out().print(ProcessVerdictText.print(verdict, jvm.target().name(), Terminal.outputColumns()));
        }
    }

    private void bundle(Path file) throws CommandFailure, IOException {
        ProfileLoader loader = new ProfileLoader(symbols.symbolizer(null, false), true);
        try {
            BundledVerdict bundle = BundledVerdict.open(file, loader::profile);
            if (json) {
                VerdictJson.write(bundle.judge(), console.out());
            } else {
                console.out().print(ProcessVerdictText.print(bundle.judge(), bundle.title(), Terminal.outputColumns()));
            }
        } catch (FormatException e) {
            throw new CommandFailure(ExitCode.UNREADABLE, e.what(), e.why(), e.next());
        }
    }

    private void files() throws CommandFailure, IOException {
        ProfileLoader loader = new ProfileLoader(symbols.symbolizer(null, false), true);
        VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));
        for (DumpFile file : ProfileLoader.files(words)) {
            Profile profile = loader.profile(file.path());
            collector.add(TimedProfile.of(
                    profile, Files.getLastModifiedTime(file.path()).toInstant()));
        }
        List<SiteVerdicts> verdicts = collector.verdicts(collected ? Instant.MAX : null);
        if (json) {
            VerdictJson.write(verdicts, console.out());
        } else {
            TextOptions layout = TextOptions.rows(Integer.MAX_VALUE).withColumns(Terminal.outputColumns());
            console.out().print(VerdictText.print(verdicts, layout));
        }
    }
}
