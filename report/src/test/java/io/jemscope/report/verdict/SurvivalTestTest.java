package io.jemscope.report.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.report.verdict.SiteVerdict.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SurvivalTestTest {

    private static final int SITES = 200;

    @ParameterizedTest
    @EnumSource
    void whatDoesNotLeakIsNeverCalledALeak(SimulatedSite site) {
        for (int dumps : new int[] {10, 40}) {
            Map<Kind, Integer> kinds = judge(site, dumps, SimulatedSite.SECONDS, true);

            if (site.leaks()) {
                assertThat(kinds).doesNotContainKeys(Kind.STEADY, Kind.TURNING_OVER);
                assertThat(kinds.get(Kind.LEAK)).isGreaterThan(SITES * 6 / 10);
            } else {
                assertThat(kinds).doesNotContainKey(Kind.LEAK);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAgesNothingIsCalledALeakThatIsNone(SimulatedSite site) {
        Map<Kind, Integer> kinds = judge(site, 40, SimulatedSite.SECONDS, false);

        assertThat(kinds.containsKey(Kind.LEAK)).isIn(site.leaks(), false);
    }

    @ParameterizedTest
    @EnumSource
    void oneDumpIsWeakerEvidence(SimulatedSite site) {
        Map<Kind, Integer> kinds = judge(site, 1, SimulatedSite.SECONDS, true);

        if (!site.leaks()) {
            assertThat(kinds.getOrDefault(Kind.LEAK, 0)).isLessThanOrEqualTo(SITES / 20);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void withoutAgesOneLookShowsNoGrowth(int dumps) {
        double[] times = SimulatedSite.times(dumps, SimulatedSite.SECONDS);
        List<SiteSnapshot> none =
                Stream.generate(SiteSnapshot::new).limit(dumps).toList();

        assertThat(SurvivalTest.judge(SurvivalReader.read(none, times, times[0]))
                        .kind())
                .isEqualTo(Kind.TOO_EARLY);
    }

    @Test
    void aFewBlocksInStepsMayBeChance() {
        List<SiteSnapshot> dumps = SimulatedSite.LEAK.dumps(10, 30, true, new Random(5));

        assertThat(SurvivalTest.judge(SurvivalReader.read(dumps, SimulatedSite.times(10, 30), SimulatedSite.start()))
                        .kind())
                .isEqualTo(Kind.TOO_EARLY);
    }

    @Test
    void tooEarlySaysForHowLong() {
        List<SiteSnapshot> dumps = SimulatedSite.LEAK.dumps(4, 20, true, new Random(1));
        SurvivalTest.Result result =
                SurvivalTest.judge(SurvivalReader.read(dumps, SimulatedSite.times(4, 20), SimulatedSite.start()));

        assertThat(result.kind()).isEqualTo(Kind.TOO_EARLY);
        assertThat(result.until()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(200));
    }

    private static Map<Kind, Integer> judge(SimulatedSite site, int count, double end, boolean births) {
        Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
        Random random = new Random(42);
        for (int i = 0; i < SITES; i++) {
            List<SiteSnapshot> dumps = site.dumps(count, end, births, random);
            Survival survival = SurvivalReader.read(dumps, SimulatedSite.times(count, end), SimulatedSite.start());
            kinds.merge(SurvivalTest.judge(survival).kind(), 1, Integer::sum);
        }
        return kinds;
    }
}
