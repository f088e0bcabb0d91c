package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code report} makes of a base, and of files that are differences themselves. */
class ReportDifferenceTest {

    /** One allocation that was freed while jemalloc logged. */
    private static final String LOG = """
            {"info":{"duration":1500000000,"version":"5.3.0-0-g54eaed1","lg_sample_rate":19,
                     "prof_time_resolution":"default","pid":4711},
             "threads":[{"thr_uid":0,"thr_name":"main"}],
             "stack_traces":[["0x7f0000001010"],["0x7f0000003030"]],
             "allocations":[
              {"alloc_thread":0,"free_thread":0,"alloc_trace":0,"free_trace":1,
               "alloc_timestamp":5,"free_timestamp":9,"usize":64}]}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path dump;

    @BeforeEach
    void writeDump() throws IOException {
        dump = ShopDump.write(folder);
    }

    @Test
    void aBaseIsSubtracted() throws IOException {
        Path base = folder.resolve("before.heap");
        Files.writeString(base, """
                heap_v2/1
                  t*: 1: 500 [0: 0]
                  t1: 1: 500 [0: 0]
                @ 0x4a45000000000000 0x4a45000000000001
                  t*: 1: 500 [0: 0]
                  t1: 1: 500 [0: 0]

                MAPPED_LIBRARIES:
                """);
        Files.copy(folder.resolve("shop.heap.symbols"), folder.resolve("before.heap.symbols"));

        assertThat(CommandRun.of("report", dump.toString(), "--collapsed", "--base", base.toString())
                        .out())
                .contains("Inflater.<init> 1500", "com.example.Cache.put 1000");
        assertThat(CommandRun.of("report", dump.toString(), "--top", "--diff_base", base.toString())
                        .out())
                .contains("300.0%");
        for (String report : List.of("--tree", "--traces", "--peek=render", "--list=render", "--dot")) {
            CommandRun run = CommandRun.of("report", dump.toString(), report, "--diff_base", base.toString());
            assertThat(run.out()).as(report).contains("00.0%").containsIgnoringCase("shares are of 500 B");
        }
    }

    @Test
    void aFilterThatMatchesOneSideOfADifferenceIsSpelledWell() throws IOException {
        Path base = folder.resolve("before.heap");
        Files.writeString(base, """
                heap_v2/1
                  t*: 1: 500 [0: 0]
                @ 0x4a45000000000000
                  t*: 1: 500 [0: 0]

                MAPPED_LIBRARIES:
                """);

        CommandRun run = CommandRun.of(
                "report", dump.toString(), "--top", "--base", base.toString(), "--focus=Cache.put", "--ignore=Cahce");

        assertThat(run.err().lines()).containsExactly("jemscope: nothing matches --ignore");
        assertThat(run.out()).contains("  filter       --focus=Cache.put --ignore=Cahce; 33.3% of 2.9 KiB");
    }

    @Test
    void aLogOfAllocationsIsntHeldAgainstADump() throws IOException {
        String log = Files.writeString(folder.resolve("4711.0.0.json"), LOG).toString();
        String file = dump.toString();

        for (List<String> sides : List.of(List.of(log, file), List.of(file, log))) {
            CommandRun run = CommandRun.of("report", sides.get(0), "--top", "--diff_base", sides.get(1));
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.WANTING);
            assertThat(run.err())
                    .contains("can't subtract " + sides.get(1) + " from " + sides.get(0), "a log of allocations")
                    .contains("give --diff_base a file of the same kind");
        }
        for (String verb : List.of("diff", "trend")) {
            CommandRun run = CommandRun.of(verb, "--accumulated", log, file);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.WANTING);
            assertThat(run.err()).contains("can't compare ", "log of allocations", "name files of the same kind");
        }
        assertThat(CommandRun.of("report", log, "--accumulated", "--top", "--base", log)
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void collapsedStacksOfWhatShrankAreRefused() throws IOException {
        Path smaller = folder.resolve("after.heap");
        Files.writeString(smaller, """
                heap_v2/1
                  t*: 1: 500 [0: 0]
                @ 0x4a45000000000000 0x4a45000000000001
                  t*: 1: 500 [0: 0]

                MAPPED_LIBRARIES:
                """);

        Path out = folder.resolve("difference.collapsed");
        for (List<String> output : List.of(List.<String>of(), List.of("-o", out.toString()))) {
            List<String> line =
                    new ArrayList<>(List.of("report", smaller.toString(), "--collapsed", "--base", dump.toString()));
            line.addAll(output);
            CommandRun run = CommandRun.of(line.toArray(String[]::new));

            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.WANTING);
            assertThat(run.err()).contains("can't be written as collapsed stacks", "jemscope diff BASE FILE");
        }
        assertThat(out).doesNotExist();
    }

    @Test
    void aBaseWithoutAccumulatedFiguresSaysSoUnderItsName() throws IOException {
        Path counted = folder.resolve("counted.heap");
        Files.writeString(counted, """
                heap_v2/1
                  t*: 1: 500 [2: 900]
                @ 0x4a45000000000002
                  t*: 1: 500 [2: 900]

                MAPPED_LIBRARIES:
                """);

        CommandRun run =
                CommandRun.of("report", counted.toString(), "--top", "--alloc_space", "--base", dump.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.WANTING);
        assertThat(run.err())
                .contains("jemscope: " + dump + " doesn't know what was freed", "leave --alloc_space out here");
        assertThat(CommandRun.of("report", counted.toString(), "--top", "--alloc_space")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void aDifferenceIsShownWithItsSigns() throws IOException {
        Location first =
                new Location(0, null, List.of(new NativeFrame("_ZN4shop4growEi", "_ZN4shop4growEi", null, null)));
        Location second = new Location(0, null, List.of(new NativeFrame("shrink", "shrink", null, null)));
        Path file = folder.resolve("difference.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(
                    new Profile(
                            new SampleRate(1),
                            List.of(
                                    new Sample(List.of(first), new Amount(1, 1_000), Amount.NONE, Map.of()),
                                    new Sample(List.of(second), new Amount(-2, -3_000), Amount.NONE, Map.of())),
                            List.of(),
                            ProfileMetadata.UNKNOWN),
                    out);
        }

        CommandRun top = CommandRun.of("report", file.toString(), "--top", "--unit=B");

        assertThat(top.exitCode()).as(top.err()).isEqualTo(ExitCode.OK);
        assertThat(top.out()).contains("shares are of 4,000 B", "-75.0%", "shop::grow");
        CommandRun sites = CommandRun.of("report", file.toString());
        assertThat(sites.exitCode()).isEqualTo(ExitCode.WANTING);
        assertThat(sites.err()).contains("negative figures", "--top");
        String other = dump.toString();
        for (CommandRun run : List.of(
                CommandRun.of("diff", file.toString(), other),
                CommandRun.of("diff", other, file.toString()),
                CommandRun.of("trend", other, file.toString()),
                CommandRun.of("report", other, "--top", "--base", file.toString()),
                CommandRun.of("report", other, "--top", "--diff-base", file.toString()))) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.WANTING);
            assertThat(run.err()).contains("can't compare " + file, "negative figures");
        }
    }
}
