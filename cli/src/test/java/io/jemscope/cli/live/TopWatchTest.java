package io.jemscope.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.StandInAgent;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.cli.target.Target;
import io.jemscope.cli.target.TargetFinder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often top has a dump made. */
class TopWatchTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void looksOnceASecondAtMostAndNotBeforeTheAgentLetsIt() throws Exception {
        try (StandInAgent agent = StandInAgent.start()) {
            Target target = new TargetFinder(ProcessTable.OWN, Map.of())
                    .find(agent.descriptor(folder).toString());
            TopWatch watch = new TopWatch(new AgentClient(target.agent().orElseThrow()), target);

            assertThat(watch.look()).isPresent();
            assertThat(watch.pause(Duration.ofMillis(500))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(watch.pause(Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));

            agent.tire();
            assertThat(watch.look()).isEmpty();
            assertThat(watch.pause(Duration.ofMillis(500))).isGreaterThanOrEqualTo(Duration.ofSeconds(7));
            assertThat(watch.look()).isPresent();
        }
    }
}
