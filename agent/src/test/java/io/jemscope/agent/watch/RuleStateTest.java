package io.jemscope.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.config.WatchRule;
import io.jemscope.agent.config.WatchRule.Measure;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleStateTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void aRuleIsMetAnewOnlyAfterItsFigureHasFallen() {
        RuleState rule = state(new WatchRule("rss:100", Measure.RSS, 100, false, Duration.ZERO));

        assertThat(rule.look(rss(99), 0)).isNull();
        assertThat(rule.look(rss(100), 1)).isEqualTo("100.0 bytes");
        assertThat(rule.look(rss(120), 2)).isNull();
        assertThat(rule.look(rss(95), 3)).isNull();
        assertThat(rule.look(rss(101), 4)).isNull();
        assertThat(rule.look(rss(89), 5)).isNull();
        assertThat(rule.look(rss(101), 6)).isNotNull();
    }

    @Test
    void aShareIsThatOfTheContainerWithoutWhatItDropsFirst() {
        RuleState rule = state(new WatchRule("rss:80%", Measure.RSS, 80, true, Duration.ZERO));
        Map<String, Double> cached = Map.of(
                "rss.bytes",
                1.0,
                "container.used.bytes",
                95.0,
                "container.limit.bytes",
                100.0,
                "container.inactiveFile.bytes",
                20.0);

        assertThat(rule.look(cached, 0)).isNull();
        assertThat(rule.look(Map.of("container.used.bytes", 85.0, "container.limit.bytes", 100.0), 1))
                .isEqualTo("85.0% of the limit");
    }

    @Test
    void withoutALimitAShareIsThatOfTheMachine() {
        RuleState rule = state(new WatchRule("rss:80%", Measure.RSS, 80, true, Duration.ZERO));

        assertThat(rule.look(rss(799), 0)).isNull();
        assertThat(rule.look(rss(800), 1)).isNotNull();
    }

    @Test
    void growthIsSeenOnceAWholeSpanWas() {
        RuleState rule = state(new WatchRule("growth:50/1m", Measure.GROWTH, 50, false, Duration.ofMinutes(1)));

        for (int second = 0; second < 60; second++) {
            assertThat(rule.look(rss(10 * second), second * SECOND))
                    .as("%s s", second)
                    .isNull();
        }
        assertThat(rule.look(rss(600), 60 * SECOND)).isEqualTo("600.0 bytes");
    }

    @Test
    void slowGrowthIsNone() {
        RuleState rule = state(new WatchRule("growth:50/10s", Measure.GROWTH, 50, false, Duration.ofSeconds(10)));

        for (int second = 0; second < 1000; second++) {
            assertThat(rule.look(rss(1000 + 4 * second), second * SECOND))
                    .as("%s s", second)
                    .isNull();
        }
    }

    @Test
    void aScheduleIsMetOnceASpan() {
        RuleState rule = state(new WatchRule("every:10s", Measure.EVERY, 0, false, Duration.ofSeconds(10)));

        int met = 0;
        for (int second = 0; second <= 60; second++) {
            met += rule.look(Map.of(), second * SECOND) == null ? 0 : 1;
        }
        assertThat(met).isEqualTo(6);
    }

    @Test
    void whatHappenedBeforeTheWatchIsNoReason() {
        RuleState rule = state(new WatchRule("oom", Measure.OOM, 0, false, Duration.ZERO));

        assertThat(rule.look(Map.of(Watch.EXHAUSTED, 3.0), 0)).isNull();
        assertThat(rule.look(Map.of(Watch.EXHAUSTED, 3.0), 1)).isNull();
        assertThat(rule.look(Map.of(Watch.EXHAUSTED, 4.0), 2)).isNotNull();
        assertThat(rule.look(Map.of(), 3)).isNull();
    }

    private static RuleState state(WatchRule rule) {
        return new RuleState(rule, 1_000, 0);
    }

    private static Map<String, Double> rss(double bytes) {
        return Map.of("rss.bytes", bytes);
    }
}
