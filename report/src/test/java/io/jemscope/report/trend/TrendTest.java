package io.jemscope.report.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.SampleType;
import io.jemscope.report.comparison.Shops;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class TrendTest {

    private static final String LEAK = "com.example.shop.Feeds.open:12";
    private static final double SAMPLE_BYTES = Shops.RATE.scale(1, 4_096).bytes();

    @Test
    void theSlopeIsThatOfTheLine() {
        Trend trend = trend(new Days(25).line(LEAK, hour -> 20 + 10 * hour).profiles("1"));

        assertThat(trend.rows(Trend.Course.RISING)).singleElement().satisfies(row -> {
            assertThat(row.perHour().value()).isCloseTo(10 * SAMPLE_BYTES, within(1.0));
            assertThat(row.last()).isCloseTo(260 * SAMPLE_BYTES, within(1.0));
            // At least what two dumps, the first and the last one, would give were all in between for nothing.
            assertThat(row.perHour().standardError()).isGreaterThan(Math.sqrt(260 - 20) * SAMPLE_BYTES / 24);
        });
    }

    @Test
    void aLibrarysRowNamesTheApplicationsLineThatRisesMost() {
        Trend trend = trend(new Days(25)
                .throughLibrary("com.example.shop.Pictures.load:7", hour -> 500)
                .throughLibrary("com.example.shop.Feeds.open:12", hour -> 20 + 10 * hour)
                .profiles("1"));

        assertThat(trend.rows(Trend.Course.RISING)).singleElement().satisfies(row -> {
            assertThat(row.site()).isEqualTo("org.buffers.Unpooled.allocateDirect(Unpooled.java:118)");
            assertThat(row.callers())
                    .containsExactly(
                            "com.example.shop.Feeds.open(Feeds.java:12)",
                            "com.example.shop.Pictures.load(Pictures.java:7)");
        });
        assertThat(TrendText.print(List.of(trend), 20, 0.01, false, Sparkline.BLOCKS))
                .contains("called from com.example.shop.Feeds.open(Feeds.java:12) and 1 more");
    }

    @Test
    void theOrderOfTheFilesMattersNot() {
        List<TimedProfile> profiles =
                new Days(25).line(LEAK, hour -> 20 + 10 * hour).profiles("1");
        Trend straight = trend(profiles);
        List<TimedProfile> shuffled = new ArrayList<>(profiles);
        Collections.shuffle(shuffled, new Random(5));

        Trend other = trend(shuffled);

        assertThat(other.times()).isEqualTo(straight.times());
        assertThat(other.rows().get(0).figures())
                .isEqualTo(straight.rows().get(0).figures());
        assertThat(other.rows().get(0).perHour().value())
                .isCloseTo(straight.rows().get(0).perHour().value(), within(1e-3));
        assertThat(other.rows().get(0).perHour().standardError())
                .isCloseTo(straight.rows().get(0).perHour().standardError(), within(1e-3));
    }

    @Test
    void twoDumpsGiveWhatAComparisonGives() {
        Trend trend = trend(new Days(2).line(LEAK, hour -> 40 + 60 * hour).profiles("1"));

        assertThat(trend.rows().get(0).perHour().value()).isCloseTo(60 * SAMPLE_BYTES, within(1.0));
        assertThat(trend.rows().get(0).perHour().standardError() / SAMPLE_BYTES).isCloseTo(11.5, within(0.1));
    }

    @Test
    void aStepThatStaysIsNoSteadyRise() {
        Trend trend = trend(new Days(50).line(LEAK, hour -> hour < 6 ? 20 : 200).profiles("1"));

        assertThat(trend.rows(Trend.Course.UNCERTAIN)).hasSize(1);
    }

    @Test
    void twoDumpsTellNoRise() {
        Trend trend = trend(new Days(2).line(LEAK, hour -> 40 + 600 * hour).profiles("1"));

        assertThat(trend.rows(Trend.Course.UNCERTAIN))
                .singleElement()
                .satisfies(row -> assertThat(row.driftChance()).isNaN());
    }

    @Test
    void aPoolThatGoesUpAndDownSeldomRises() {
        // A level to return to, 30 per cent of swing, and a memory of five dumps: 1 in 5 rises beyond sampling noise.
        for (int dumps : new int[] {6, 10, 24, 100}) {
            int pools = 200;
            int risen = 0;
            int uncertain = 0;
            for (int seed = 0; seed < pools; seed++) {
                Random random = new Random(1_000L * dumps + seed);
                double[] swing = new double[dumps];
                double last = random.nextGaussian();
                for (int i = 0; i < dumps; i++) {
                    swing[i] = last;
                    double kept = Math.exp(-1.0 / 5);
                    last = kept * last + Math.sqrt(1 - kept * kept) * random.nextGaussian();
                }
                Trend trend = trend(new Days(dumps)
                        .line(LEAK, hour -> (int) Math.max(0, 400 * (1 + 0.3 * swing[hour])))
                        .profiles("1"));
                risen += trend.rows(Trend.Course.RISING).size();
                uncertain += trend.rows(Trend.Course.UNCERTAIN).size();
            }
            assertThat(risen).as("of %d dumps", dumps).isLessThanOrEqualTo(pools / 100);
            assertThat(uncertain).as("of %d dumps", dumps).isGreaterThan(pools / 10);
        }
    }

    @Test
    void aLeakOfSixtySamplesIsFound() {
        int found = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int[] held = new int[20];
            for (int i = 1; i < held.length; i++) {
                held[i] = held[i - 1] + Days.poisson(random, 60.0 / held.length);
            }
            found += trend(new Days(held.length).line(LEAK, hour -> held[hour]).profiles("1"))
                    .rows(Trend.Course.RISING)
                    .size();
        }
        assertThat(found).isGreaterThanOrEqualTo(198);
    }

    @Test
    void whatIsGivenBackInTheEndIsNone() {
        Trend trend = trend(
                new Days(50).line(LEAK, hour -> hour == 49 ? 3 : 20 + 5 * hour).profiles("1"));

        assertThat(trend.rows(Trend.Course.UNSTEADY)).hasSize(1);
    }

    @Test
    void norIsASawtooth() {
        Trend trend =
                trend(new Days(50).line(LEAK, hour -> 500 + 400 * (hour % 5)).profiles("1"));

        assertThat(trend.rows(Trend.Course.RISING)).isEmpty();
    }

    @Test
    void aProgramStartedAgainIsASeriesOfItsOwn() {
        List<TimedProfile> profiles = new ArrayList<>();
        profiles.addAll(new Days(5).line(LEAK, hour -> 20 + 10 * hour).profiles("1"));
        profiles.addAll(new Days(9).line(LEAK, hour -> 20 + 10 * hour).profiles("2"));

        assertThat(Trend.of(profiles, SampleType.LIVE_BYTES, Shops.SITES))
                .extracting(trend -> trend.run().pid() + ": " + trend.times().size())
                .containsExactly("1: 5", "2: 9");
    }

    @Test
    void noiseIsSeldomTakenForARise() {
        // Programs that hold the same all the time, by samples that live for some hours each.
        int programs = 200;
        int risen = 0;
        for (int seed = 0; seed < programs; seed++) {
            Random random = new Random(seed);
            Days days = new Days(24);
            for (int site = 0; site < 40; site++) {
                int mean = 2 + random.nextInt(30);
                int lifetime = 1 + random.nextInt(24);
                int[] born = new int[24 + lifetime];
                for (int i = 0; i < born.length; i++) {
                    born[i] = Days.poisson(random, (double) mean / lifetime);
                }
                days.line("com.example.Site" + site + ".get:1", hour -> {
                    int alive = 0;
                    for (int i = hour + 1; i <= hour + lifetime; i++) {
                        alive += born[Math.min(born.length - 1, i)];
                    }
                    return alive;
                });
            }
            risen += trend(days.profiles("1")).rows(Trend.Course.RISING).isEmpty() ? 0 : 1;
        }
        assertThat(risen).isLessThanOrEqualTo(programs / 50);
    }

    @Test
    void timesThatDumpsTellThemselvesStay() {
        List<TimedProfile> told = new Days(5).line(LEAK, hour -> 20 + 10 * hour).profiles("1");
        Instant start = told.get(0).time();
        List<TimedProfile> profiles = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            // The second and the fourth were copied a day later, in the wrong order.
            Instant time = i % 2 == 0 ? told.get(i).time() : start.plusSeconds(86_400 - i);
            profiles.add(new TimedProfile(told.get(i).profile(), time, i % 2 == 1).at(i));
        }

        Trend trend = trend(profiles);

        assertThat(trend.timesContradict()).isTrue();
        assertThat(trend.times())
                .extracting(time -> Duration.between(start, time).toHours())
                .containsExactly(0L, 2L, 2L, 4L, 4L);
        assertThat(trend.rows().get(0).figures()).isSorted();
    }

    @Test
    void numbersThatToldTimesContradictAreNotHeeded() {
        List<TimedProfile> told = new Days(4).line(LEAK, hour -> 20 + 10 * hour).profiles("1");
        List<TimedProfile> profiles = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            profiles.add(new TimedProfile(told.get(i).profile(), told.get(i).time(), i == 1).at(4 - i));
        }

        Trend trend = trend(profiles);

        assertThat(trend.timesContradict()).isFalse();
        assertThat(trend.times()).isSorted();
        assertThat(trend.rows().get(0).figures()).isSorted();
    }

    @Test
    void askedTwiceItSaysTheSame() {
        TrendCollector collector = new TrendCollector(SampleType.LIVE_BYTES, Shops.SITES);
        List<TimedProfile> told = new Days(4).line(LEAK, hour -> 20 + 10 * hour).profiles("1");
        for (int i = 0; i < 4; i++) {
            collector.add(
                    new TimedProfile(told.get(i).profile(), told.get(3 - i).time(), true).at(i));
        }

        List<Trend> first = collector.trends();

        assertThat(first.get(0).timesContradict()).isTrue();
        assertThat(first.get(0).times()).isSorted();
        assertThat(collector.trends()).isEqualTo(first);
    }

    private static Trend trend(List<TimedProfile> profiles) {
        List<Trend> trends = Trend.of(profiles, SampleType.LIVE_BYTES, Shops.SITES);
        assertThat(trends).hasSize(1);
        return trends.get(0);
    }
}
