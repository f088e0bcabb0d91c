package io.jemscope.benchmarks.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Estimate;
import io.jemscope.report.verdict.Evidence;
import io.jemscope.report.verdict.SiteVerdict;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.truth.Kind.Truth;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TallyTest {

    private static final String SITE = "io.jemscope.testkit.truth.Caches.garbage(Caches.java:180)";

    @Test
    void garbageThatIsCalledUncollectedIsRight() {
        Tally tally = tally(Truth.UNTIL_COLLECTED, List.of(), SiteVerdict.Kind.UNCOLLECTED, SiteVerdict.Kind.STEADY);

        assertThat(tally.isFalse()).isFalse();
    }

    @Test
    void garbageThatIsCalledALeakIsFalse() {
        assertThat(tally(Truth.UNTIL_COLLECTED, List.of(), SiteVerdict.Kind.LEAK, SiteVerdict.Kind.STEADY)
                        .isFalse())
                .isTrue();
        assertThat(tally(Truth.UNTIL_COLLECTED, List.of(), SiteVerdict.Kind.UNCOLLECTED, SiteVerdict.Kind.LEAK)
                        .isFalse())
                .isTrue();
    }

    @Test
    void aLeakWhoseJavaObjectsAreKeptIsFoundAfterACollection() {
        Plant plant = new Plant(1_000, SITE, "direct buffers kept");

        String totals = tally(Truth.LEAK, List.of(plant), SiteVerdict.Kind.UNCOLLECTED, SiteVerdict.Kind.LEAK)
                .totals();

        assertThat(totals).containsPattern("after collection +100.0 % +100.0 % +0 +1 +0");
        assertThat(totals).containsPattern("verdict +- +0.0 % +0 +1 +0");
    }

    @Test
    void theWorstLedgerIsNamed() {
        Tally tally = tally(Truth.NO_LEAK, List.of(), SiteVerdict.Kind.STEADY, SiteVerdict.Kind.STEADY);

        assertThat(tally.totals())
                .contains("Ledger: at most 4.0 % of RSS in no row, more than 3.0 % in 1 runs")
                .contains("at most 1.0 % unnamed where none was planted, more than 5.0 % in 0 runs");
    }

    private static Tally tally(Truth truth, List<Plant> plants, SiteVerdict.Kind before, SiteVerdict.Kind after) {
        LedgerFigures ledger = new LedgerFigures("", -0.04, 0.01);
        Judged judged =
                Judged.of(plants, ledger, List.of(verdict(before)), List.of(verdict(after)), Map.of(), Set.of());
        Tally tally = new Tally();
        tally.add(new Row("Main", "kind", truth, "", 512), judged);
        return tally;
    }

    private static SiteVerdict verdict(SiteVerdict.Kind kind) {
        return new SiteVerdict(
                SITE,
                kind,
                Evidence.AGES_AND_FREES,
                "a reason",
                new Estimate(1_000, 10),
                new Estimate(100, 10),
                Duration.ofMinutes(1),
                Duration.ofSeconds(30),
                Duration.ZERO,
                true,
                List.of());
    }
}
