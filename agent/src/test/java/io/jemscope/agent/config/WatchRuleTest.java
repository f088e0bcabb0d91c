package io.jemscope.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.config.WatchRule.Measure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchRuleTest {

    @Test
    void readsWhatTheDocumentationLists() throws BadValue {
        assertThat(WatchRule.parse("rss:85%"))
                .isEqualTo(new WatchRule("rss:85%", Measure.RSS, 85, true, Duration.ZERO));
        assertThat(WatchRule.parse("rss:6g"))
                .isEqualTo(new WatchRule("rss:6g", Measure.RSS, 6L << 30, false, Duration.ZERO));
        assertThat(WatchRule.parse("growth:100m/1h"))
                .isEqualTo(new WatchRule("growth:100m/1h", Measure.GROWTH, 100 << 20, false, Duration.ofHours(1)));
        assertThat(WatchRule.parse("every:6h").span()).isEqualTo(Duration.ofHours(6));
        assertThat(WatchRule.parse("oom").measure()).isEqualTo(Measure.OOM);
        assertThat(WatchRule.parse("exit").measure()).isEqualTo(Measure.EXIT);
    }

    @Test
    void trueStandsForRulesAndFalseForNone() throws BadValue {
        assertThat((List<?>) Kind.RULES.parse("true")).hasSize(4);
        assertThat((List<?>) Kind.RULES.parse("false")).isEmpty();
        assertThat((List<?>) Kind.RULES.parse(" oom  exit ")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rss",
                "rss:",
                "rss:0%",
                "rss:101%",
                "rss:-1%",
                "rss:x%",
                "rss:%",
                "allocated:80%",
                "growth:1m",
                "growth:/1h",
                "growth:1m/",
                "growth:1m/100ms",
                "pressure:1m",
                "every:",
                "every:0",
                "every:200000d",
                "oom:1",
                "exit:",
                "memory:1g",
                "rss:99999999999999999999g"
            })
    void refusesWhatIsNoRule(String word) {
        assertThatThrownBy(() -> WatchRule.parse(word)).isInstanceOf(BadValue.class);
    }
}
