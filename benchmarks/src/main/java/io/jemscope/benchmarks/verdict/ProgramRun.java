package io.jemscope.benchmarks.verdict;

import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A run of a program, recorded with a dump every second.
 *
 * @param dumps its dumps, the oldest first
 * @param plants the lines that leaked
 * @param ledger what its memory ledger says
 * @param collecting when its Java heap began to be collected; nothing else collected it, unless the program did
 * @param collected when that had ended
 */
record ProgramRun(List<Path> dumps, List<Plant> plants, LedgerFigures ledger, Instant collecting, Instant collected) {

    /** Dense, so that a minute gives as many samples as a day does usually. */
    private static final String RATE = "16KiB";

    private static final String[] NONE = {""};

    /**
     * What runs programs.
     *
     * @param jemscope the command
     * @param java the watched JVM
     * @param library the test kit's JNI library
     * @param seconds how long a program runs
     */
    record Runner(Path jemscope, Path java, Path library, int seconds) {

        /** Runs a program; its dumps go into the folder. */
        ProgramRun run(Row row, int seed, Path folder) throws IOException, InterruptedException {
            Files.createDirectories(folder);
            TargetCommand command = TargetCommand.of(
                            jemscope.toString(),
                            "record",
                            "--quiet",
                            "--rate",
                            RATE,
                            "--every",
                            "1s",
                            "-o",
                            "run.pb.gz")
                    // The Java heap is touched at the start, so it doesn't grow.
                    .with("--", java.toString(), "-Xms128m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch")
                    .with("-Dplants.library=" + library, "-cp", System.getProperty("java.class.path"), row.main())
                    .with(row.kind(), Integer.toString(seed), Integer.toString(row.kibASecond()))
                    .with(Integer.toString(seconds))
                    .in(folder)
                    .withVariable("MALLOC_CONF", row.kind().equals("dirty-pages") ? "dirty_decay_ms:-1" : "");
            try (TargetProcess process = command.start()) {
                Instant start = Instant.now();
                sleepUntil(start, 0.3);
                long pid = pid(process);
                LedgerFigures ledger = ledger(pid, row, start);
                sleepUntil(start, 1 - 3.0 / seconds);
                Instant collecting = Instant.now();
                jemscope("purge", Long.toString(pid), "--action", "collect");
                Instant collected = Instant.now();
                Outcome outcome = process.await(Duration.ofSeconds(seconds).plusMinutes(2));
                if (outcome.exitCode() != 0) {
                    throw new IOException(row.name() + " failed: " + outcome);
                }
                return new ProgramRun(dumps(folder), Plant.parseAll(outcome.output()), ledger, collecting, collected);
            }
        }

        private void sleepUntil(Instant start, double share) throws InterruptedException {
            Duration left = Duration.between(Instant.now(), start.plusMillis(Math.round(seconds * 1000 * share)));
            TimeUnit.MILLISECONDS.sleep(Math.max(0, left.toMillis()));
        }

        private static long pid(TargetProcess process) throws IOException {
            return process.handle()
                    .descendants()
                    .filter(each -> each.info().arguments().orElse(NONE)[0].startsWith("-agentpath:"))
                    .mapToLong(ProcessHandle::pid)
                    .max()
                    .orElseThrow(() -> new IOException("the program has ended before its time or hasn't begun"));
        }

        private LedgerFigures ledger(long pid, Row row, Instant start) throws IOException, InterruptedException {
            Path base = Files.createTempFile("jemscope-ledger", ".json");
            try {
                Files.writeString(base, jemscope("memory", Long.toString(pid), "--json"));
                sleepUntil(start, 0.75);
                String later = jemscope("memory", Long.toString(pid), "--json", "--base", base.toString());
                return LedgerFigures.of(later, row.ledgerRow());
            } finally {
                Files.delete(base);
            }
        }

        private String jemscope(String... words) throws IOException, InterruptedException {
            try (TargetProcess process =
                    TargetCommand.of(jemscope.toString()).with(words).start()) {
                Outcome outcome = process.await(Duration.ofMinutes(1));
                if (outcome.exitCode() != 0) {
                    throw new IOException(String.join(" ", words) + " failed: " + outcome);
                }
                return outcome.output();
            }
        }
    }

    private static List<Path> dumps(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".snapshot.heap"))
                    .sorted()
                    .toList();
        }
    }
}
