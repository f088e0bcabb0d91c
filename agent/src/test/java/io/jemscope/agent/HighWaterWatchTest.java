package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.Control;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps at new highs of mapped memory are switched off before they fill the disk. */
class HighWaterWatchTest {

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private FakeAllocator allocator;
    private int made;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
        allocator = agent.allocator;
        allocator.values.put("prof.gdump", false);
        allocator.values.put("opt.prof_prefix", Optional.of(folder.resolve("je").toString()));
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void aThousandAreEnough() throws Exception {
        jemallocDumps(30);
        change(true);
        jemallocDumps(999);
        aSecondPasses();
        assertThat(gdump()).isTrue();
        assertThat(agent.log).isEmpty();

        jemallocDumps(1);
        aSecondPasses();

        assertThat(gdump()).isFalse();
        assertThat(agent.watchTimer.isSet()).isFalse();
        assertThat(agent.log).singleElement().asString().contains("has made 1000 dumps", "no limit removes them");
        assertThat(agent.send("GET", "/api/v1/events", "").body()).contains("prof.gdump was switched off");
        assertThat(agent.send("GET", "/api/v1/controls", "").body())
                .contains(
                        "{\"name\":\"prof.gdump\",\"value\":false,\"available\":true,\"changeable\":true,\"found\":null");
    }

    @Test
    void andSoAreAsManyBytesAsDumpsMayTake() throws Exception {
        change(true);
        // A file with a hole, which takes nothing.
        try (RandomAccessFile large =
                new RandomAccessFile(folder.resolve("je.4711.0.u0.heap").toFile(), "rw")) {
            large.setLength(1L << 30);
        }
        aSecondPasses();

        assertThat(gdump()).isFalse();
        assertThat(agent.log).singleElement().asString().contains("has made 1 dumps of 1024 MiB");
    }

    @Test
    void nobodyLooksOnceTheyAreOff() throws Exception {
        change(true);
        change(false);
        assertThat(agent.watchTimer.isSet()).isFalse();

        change(true);
        allocator.write(Control.PROF_GDUMP, false);
        aSecondPasses();
        assertThat(agent.watchTimer.isSet()).isFalse();
    }

    @Test
    void whatCannotBeSwitchedOffIsTriedAgain() throws Exception {
        change(true);
        jemallocDumps(1_000);
        allocator.refusal.set("prof.gdump");
        aSecondPasses();
        agent.clock.pass(Duration.ofSeconds(4));
        aSecondPasses();
        assertThat(gdump()).isTrue();
        assertThat(agent.log).singleElement().asString().contains("could not be bounded", "every 5 seconds");

        allocator.refusal.set("");
        agent.clock.pass(Duration.ofSeconds(4));
        aSecondPasses();
        assertThat(gdump()).isFalse();
    }

    @Test
    void theAgentThatLeavesSwitchesThemOff() throws Exception {
        change(true);

        agent.send("DELETE", "/api/v1/agent", "");

        assertThat(gdump()).isFalse();
        assertThat(agent.watchTimer.isSet()).isFalse();
    }

    private void jemallocDumps(int more) throws IOException {
        for (int i = 0; i < more; i++) {
            Files.writeString(folder.resolve("je.4711." + made + ".u" + made + ".heap"), "heap_v2/1\n");
            made++;
        }
    }

    private void aSecondPasses() {
        agent.clock.pass(Duration.ofSeconds(1));
        agent.watchTimer.due(agent.clock.nanos()).run();
    }

    private boolean gdump() throws Exception {
        return allocator.read(Control.PROF_GDUMP);
    }

    private void change(boolean on) throws Exception {
        assertThat(agent.send("PATCH", "/api/v1/controls", "{\"prof.gdump\":" + on + "}")
                        .statusCode())
                .isEqualTo(200);
    }
}
