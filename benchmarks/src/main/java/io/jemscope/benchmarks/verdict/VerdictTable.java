package io.jemscope.benchmarks.verdict;

import io.jemscope.report.verdict.SiteVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The benchmark's command line; see the script {@code benchmarks/verdict}. */
public final class VerdictTable {

    private static final String USAGE =
            "usage: benchmarks/verdict [--seeds N] [--first-seed N] [--seconds N] [--jobs N] "
                    + "[--quick] [--only REGEX] [--keep FOLDER]";

    private final ProgramRun.Runner runner;
    private final Path folder;
    private final boolean keep;

    private VerdictTable(ProgramRun.Runner runner, Path folder, boolean keep) {
        this.runner = runner;
        this.folder = folder;
        this.keep = keep;
    }

    /**
     * Runs programs and prints the table. The exit code is 1 if a verdict was falsely a leak.
     *
     * @param arguments the command, the watched java, the test kit's JNI library, and the options
     */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        int seeds = 1;
        int firstSeed = 1;
        int seconds = 40;
        int jobs = 2;
        boolean quick = false;
        Pattern only = Pattern.compile("");
        Path keep = null;
        for (int i = 3; i < arguments.length; i++) {
            String word = arguments[i];
            if (word.equals("--quick")) {
                quick = true;
                continue;
            }
            if (i + 1 == arguments.length) {
                refuse(word + " is unknown or has no value");
            }
            String value = arguments[++i];
            switch (word) {
                case "--seeds" -> seeds = number(value);
                case "--first-seed" -> firstSeed = number(value);
                case "--seconds" -> seconds = number(value);
                case "--jobs" -> jobs = number(value);
                case "--only" -> only = Pattern.compile(value);
                case "--keep" -> keep = Path.of(value).toAbsolutePath();
                default -> refuse("unknown option " + word);
            }
        }
        Path folder = keep == null ? Files.createTempDirectory("jemscope-verdict") : keep;
        ProgramRun.Runner runner =
                new ProgramRun.Runner(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]), seconds);
        List<Row> rows = new ArrayList<>();
        for (Row row : Row.all()) {
            if ((!quick || row.isQuick()) && only.matcher(row.name()).find()) {
                rows.add(row);
            }
        }
        Tally total = new VerdictTable(runner, folder, keep != null).run(rows, firstSeed, seeds, jobs);
        if (keep == null) {
            delete(folder);
        }
        System.exit(total.isFalse() ? 1 : 0);
    }

    private static int number(String word) {
        try {
            int number = Integer.parseInt(word);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, as is a number below 1.
        }
        refuse(word + " is not a positive whole number");
        return 0;
    }

    private static void refuse(String why) {
        System.err.println(why + "; " + USAGE);
        System.exit(2);
    }

    private Tally run(List<Row> rows, int firstSeed, int seeds, int jobs)
            throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newFixedThreadPool(jobs);
        List<List<Future<Judged>>> runs = new ArrayList<>();
        for (Row row : rows) {
            List<Future<Judged>> ofRow = new ArrayList<>();
            for (int i = 0; i < seeds; i++) {
                int seed = firstSeed + i;
                ofRow.add(executor.submit(() -> judge(row, seed)));
            }
            runs.add(ofRow);
        }
        executor.shutdown();
        System.out.println(Tally.heading());
        Tally total = new Tally();
        for (int i = 0; i < rows.size(); i++) {
            Tally tally = new Tally();
            for (Future<Judged> run : runs.get(i)) {
                tally.add(rows.get(i), run.get());
            }
            System.out.println(tally.line(rows.get(i)));
            total.add(tally);
        }
        System.out.printf(Locale.ROOT, "%n%s", total.totals());
        return total;
    }

    private Judged judge(Row row, int seed) throws IOException, InterruptedException {
        Path dumps = folder.resolve(row.name().replace(' ', '-') + "-seed-" + seed);
        ProgramRun run = runner.run(row, seed, dumps);
        Judged judged = Judged.of(run);
        String growth = run.ledger().growth();
        if (!growth.isEmpty()) {
            System.err.println("  " + row.name() + ", seed " + seed + ": " + growth);
        }
        if (!run.ledger().isComplete() || !run.ledger().isNamed()) {
            System.err.printf(
                    Locale.ROOT,
                    "  the ledger of %s, seed %d: %.1f %% of RSS in no row, %.1f %% unnamed%n",
                    row.name(),
                    seed,
                    100 * run.ledger().remainder(),
                    100 * run.ledger().other());
        }
        boolean wrong = printFalse(row, seed, judged, judged.verdicts());
        wrong |= printFalse(row, seed, judged, judged.collected());
        if (!wrong || !keep) {
            delete(dumps);
        }
        return judged;
    }

    private static boolean printFalse(Row row, int seed, Judged judged, List<SiteVerdict> verdicts) {
        boolean wrong = false;
        for (SiteVerdict site : verdicts) {
            if (site.kind() == SiteVerdict.Kind.LEAK && !judged.planted(site.site())) {
                wrong = true;
                print(row, seed, site, judged.isOwn(site));
            }
        }
        return wrong;
    }

    private static void print(Row row, int seed, SiteVerdict site, boolean own) {
        System.err.printf(
                Locale.ROOT,
                "  %s in %s, seed %d: %s%s, %.0f bytes: %s%n",
                own ? "false leak" : "false leak on a line of the JVM",
                row.name(),
                seed,
                site.site(),
                site.callers().isEmpty() ? "" : " called by " + site.callers().get(0),
                site.live().value(),
                site.why());
    }

    /** Deletes a folder and what is in it. */
    static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
