package io.jemscope.benchmarks.verdict;

import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A run of a program, recorded with a dump every second.
 *
 * @param dumps its dumps, the oldest first
 * @param plants the lines that leaked
 * @param growth which row of its memory ledger grew most, as text; empty if that isn't known
 */
record ProgramRun(List<Path> dumps, List<Plant> plants, String growth) {

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
                String growth = row.ledgerRow().isEmpty() ? "" : growth(process, row);
                Outcome outcome = process.await(Duration.ofSeconds(seconds).plusMinutes(2));
                if (outcome.exitCode() != 0) {
                    throw new IOException(row.name() + " failed: " + outcome);
                }
                return new ProgramRun(dumps(folder), Plant.parseAll(outcome.output()), growth);
            }
        }

        private String growth(TargetProcess process, Row row) throws IOException, InterruptedException {
            TimeUnit.MILLISECONDS.sleep(seconds * 300L);
            long pid = process.handle()
                    .descendants()
                    .filter(each -> each.info().arguments().orElse(NONE)[0].startsWith("-agentpath:"))
                    .mapToLong(ProcessHandle::pid)
                    .max()
                    .orElse(0);
            Path base = Files.createTempFile("jemscope-ledger", ".json");
            try {
                Files.writeString(base, memory(pid, "--json"));
                TimeUnit.MILLISECONDS.sleep(seconds * 500L);
                return LedgerGrowth.of(memory(pid, "--json", "--base", base.toString()), row.ledgerRow());
            } finally {
                Files.delete(base);
            }
        }

        private String memory(long pid, String... options) throws IOException, InterruptedException {
            TargetCommand command = TargetCommand.of(jemscope.toString(), "memory", Long.toString(pid));
            try (TargetProcess process = command.with(options).start()) {
                return process.await(Duration.ofMinutes(1)).output();
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
