package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.merge.Merge;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The ranges of what a run of the profiler found: the truth is the net growth of a line between the run's two dumps, and the range
 * contains it in at least 94 % of the runs. Memory that the run frees and allocates anew has a net growth of 0.
 */
@Tag("one-jdk")
class NetGrowthTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);
    private static final long MIB = 1 << 20;
    private static final double PROMISED = 0.94;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{1} to {2} MiB in blocks of {3} bytes on {0} stacks")
    @CsvSource({
        "1, 200, 200, 4096",
        "40, 200, 200, 4096",
        "400, 200, 200, 65536",
        "40, 200, 230, 4096",
        "40, 230, 200, 512",
        "8, 200, 300, 524288",
        "4, 200, 264, 8388608",
        "10, 30, 30, 1024",
        "2, 4, 6, 1024",
        "1, 2, 0, 1024",
        "1, 0, 1, 1024",
        "1, 0, 3, 65536",
        "1, 0, 8, 2097152",
        "40, 0, 200, 4096",
    })
    void holdsTheTruth(int stacks, long before, long after, long blockBytes) {
        Study began = Study.pool(stacks, blockBytes, before * MIB);
        Study ended = Study.pool(stacks, blockBytes, after * MIB);
        int runs = 1_000;
        int covered = 0;
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            Comparison.Row total =
                    compare(began.dump(random, RATE), ended.dump(random, RATE)).total();
            double truth = truth(after, stacks, blockBytes) - truth(before, stacks, blockBytes);
            covered += total.change().low() <= truth && truth <= total.change().high() ? 1 : 0;
        }

        assertThat(covered / (double) runs).isGreaterThanOrEqualTo(PROMISED);
    }

    /** What the pool really holds: whole blocks. */
    private static double truth(long mebibytes, int stacks, long blockBytes) {
        long blocks = mebibytes * MIB / stacks / blockBytes;
        return (double) (blocks * blockBytes * stacks);
    }

    @Test
    void aRenewedPoolIsListedAndNotClaimedToGrow() {
        Study pool = Study.pool(40, 4_096, 200 * MIB);
        int claimed = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Comparison comparison = compare(pool.dump(random, RATE), pool.dump(random, RATE));
            claimed += comparison.grown().size() + comparison.shrunk().size();
            assertThat(comparison.rows()).singleElement().satisfies(row -> {
                assertThat(row.site()).isEqualTo("com.example.Site0.get(Site0.java:1)");
                // Of what was there before, the stacks that shrank by chance count as well as those that grew.
                assertThat(row.change().value())
                        .isEqualTo(row.after().value() - row.before().value());
            });
        }

        assertThat(claimed).isLessThanOrEqualTo(4);
    }

    @Test
    void aFileOfBothSidesGivesTheSameRanges() throws IOException {
        Random random = new Random(1);
        Profile before = Study.program(random, 30).dump(random, RATE);
        Profile after = Study.program(random, 30).dump(random, RATE);

        BothSides read =
                BothSides.in(file(new BothSides(after, before).joined())).orElseThrow();

        assertThat(read.profile().samples()).hasSameSizeAs(after.samples());
        assertThat(read.base().samples()).hasSameSizeAs(before.samples());
        Comparison written = compare(before, after);
        Comparison again = compare(read.base(), read.profile());
        assertThat(again.rows()).hasSameSizeAs(written.rows());
        for (Comparison.Row row : written.rows()) {
            Comparison.Row same = again.rows().stream()
                    .filter(other -> other.site().equals(row.site()))
                    .findAny()
                    .orElseThrow();
            // pprof files hold whole objects; what may be unseen on a side without samples is judged by these.
            boolean sampled = row.before().value() > 0 && row.after().value() > 0;
            double rounding = (sampled ? 1e-3 : 0.05)
                    * Math.max(4_096, row.change().high() - row.change().low());
            assertThat(same.change().low()).isCloseTo(row.change().low(), within(rounding));
            assertThat(same.change().high()).isCloseTo(row.change().high(), within(rounding));
        }
    }

    @Test
    void aFileOfBothSidesHasTheFactsOfEach() throws IOException {
        List<Sample> held = List.of(Shops.line("com.example.Cache.put:9", 30));
        Profile before = new Profile(RATE, held, List.of(), dumpOf("1", "1700000001000"));
        Profile after = new Profile(RATE, held, List.of(), dumpOf("2", "1700000002000"));

        BothSides read =
                BothSides.in(file(new BothSides(after, before).joined())).orElseThrow();

        assertThat(read.base().metadata()).isEqualTo(before.metadata());
        assertThat(read.profile().metadata().facts())
                .containsAllEntriesOf(after.metadata().facts());
        assertThat(compare(read.base(), read.profile()).isOneProcess()).isFalse();
        Profile earlier = new Profile(RATE, held, List.of(), dumpOf("2", "1700000001000"));
        BothSides ofOne =
                BothSides.in(file(new BothSides(after, earlier).joined())).orElseThrow();
        assertThat(compare(ofOne.base(), ofOne.profile()).isOneProcess()).isTrue();
    }

    @Test
    void aFileThatMixesTheFactsOfBothSidesIsNotTakenForOneProcess() {
        List<Sample> held = List.of(Shops.line("com.example.Cache.put:9", 30));
        Profile joined = new BothSides(Shops.profile(RATE, held), Shops.profile(RATE, held)).joined();
        Profile mixed = new Profile(RATE, joined.samples(), List.of(), dumpOf("2", "1700000002000"));

        BothSides read = BothSides.in(mixed).orElseThrow();

        assertThat(compare(read.base(), read.profile()).isOneProcess()).isFalse();
    }

    @Test
    void aSumOfFilesOfBothSidesSharesItsSamplesOnBoth() {
        List<Sample> held = List.of(Shops.line("com.example.Cache.put:9", 30));
        Profile dump = new Profile(RATE, held, List.of(), dumpOf("1", "1700000001000"));

        BothSides sum = BothSides.in(sum(3, new BothSides(dump, dump).joined())).orElseThrow();

        assertThat(sum.profile().dumpsOfOneProcess()).isEqualTo(3);
        assertThat(sum.base().dumpsOfOneProcess()).isEqualTo(3);
    }

    private static ProfileMetadata dumpOf(String pid, String time) {
        return ProfileMetadata.UNKNOWN
                .with(ProfileMetadata.PID, pid)
                .with(ProfileMetadata.PROGRAM_START, "1700000000000")
                .with(ProfileMetadata.TIME, time);
    }

    private Profile file(Profile profile) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PprofWriter.write(profile, bytes);
        return ProfileFile.read(Files.write(folder.resolve("run.pb.gz"), bytes.toByteArray()));
    }

    @Test
    void sumsOfDumpsOfOneProcessAreAsUnsureAsOneDump() {
        // 60 samples, renewed between the two sums and alive in all dumps of one of them.
        Study pool = Study.pool(1, 4_096, 30 * MIB);
        int pairs = 400;
        int covered = 0;
        int claimed = 0;
        for (int seed = 0; seed < pairs; seed++) {
            Random random = new Random(seed);
            Comparison.Row row = compare(sum(6, pool.dump(random, RATE)), sum(6, pool.dump(random, RATE)))
                    .total();
            covered += row.change().low() <= 0 && 0 <= row.change().high() ? 1 : 0;
            claimed += row.isSignificant() ? 1 : 0;
        }

        assertThat(covered / (double) pairs).isGreaterThanOrEqualTo(PROMISED);
        assertThat(claimed).isLessThanOrEqualTo(pairs / 100);
    }

    @Test
    void aSumIsJudgedAndHasRangesAsOneOfItsDumps() {
        Random random = new Random(7);
        Profile before = Study.pool(4, 4_096, 30 * MIB).dump(random, RATE);
        Profile after = Study.pool(4, 4_096, 90 * MIB).dump(random, RATE);
        for (Profile earlier : List.of(before, new Profile(RATE, List.of(), List.of(), before.metadata()))) {
            for (SampleType measure : List.of(SampleType.LIVE_BYTES, SampleType.LIVE_OBJECTS)) {
                Comparison.Row one = Comparison.of(earlier, after, measure, Shops.SITES, false)
                        .total();
                Comparison.Row sum = Comparison.of(sum(6, earlier), sum(6, after), measure, Shops.SITES, false)
                        .total();

                assertThat(one.isSignificant()).isTrue();
                assertThat(sum.isSignificant()).isTrue();
                assertThat(sum.chance()).isCloseTo(one.chance(), withinPercentage(1));
                assertThat(sum.before().high()).isCloseTo(6 * one.before().high(), withinPercentage(0.1));
                assertThat(sum.after().low()).isCloseTo(6 * one.after().low(), withinPercentage(0.1));
                assertThat(sum.change().low()).isCloseTo(6 * one.change().low(), withinPercentage(0.1));
                assertThat(sum.change().high()).isCloseTo(6 * one.change().high(), withinPercentage(0.1));
            }
        }
    }

    private static Profile sum(int dumps, Profile dump) {
        return Merge.of(Collections.nCopies(dumps, dump));
    }

    private static Comparison compare(Profile before, Profile after) {
        return Comparison.of(before, after, SampleType.LIVE_BYTES, Shops.SITES, false);
    }
}
