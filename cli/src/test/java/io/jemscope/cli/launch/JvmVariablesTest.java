package io.jemscope.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmVariablesTest {

    private static final String AGENT = "-agentpath:/opt/jemscope/lib/libjemscope.so=port=0";

    @Test
    void theAgentIsTakenOutAndTheRestStays() {
        assertThat(JvmVariables.withoutAgent("-Xmx1g " + AGENT + " -Da='b c'")).isEqualTo("-Xmx1g -Da='b c'");
        assertThat(JvmVariables.withoutAgent("'" + AGENT + "' -Da")).isEqualTo("-Da");
        assertThat(JvmVariables.withoutAgent("-Da=\"" + AGENT)).isEqualTo("-Da=\"" + AGENT);
        assertThat(JvmVariables.withoutAgent(AGENT + " -Da='never closed " + AGENT))
                .isEqualTo("-Da='never closed " + AGENT);
    }

    @Test
    void wordsMayBeLong() {
        String plain = "-Dplain=" + "x".repeat(100_000);
        String quoted = "-Dquoted=" + "'a b'\"c d\"e".repeat(100_000);

        assertThat(JvmVariables.withoutAgent(plain + " " + AGENT + " " + quoted))
                .isEqualTo(plain + " " + quoted);
        assertThat(JvmVariables.loadAgent(Map.of("JAVA_TOOL_OPTIONS", plain + " " + quoted)))
                .isFalse();
    }
}
