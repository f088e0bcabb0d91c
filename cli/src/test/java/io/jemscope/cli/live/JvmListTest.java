package io.jemscope.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.jemscope.cli.StandInAgent;
import io.jemscope.cli.target.FakeProc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of JVMs: with an agent, with one that is no more, and without. */
class JvmListTest {

    private static final String RUNTIME = "JEMSCOPE_RUNTIME_DIR";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void tellsWhatIsKnownOfEach() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        try (StandInAgent agent = StandInAgent.start()) {
            agent.descriptor(runtime);
            FakeProc proc = new FakeProc(folder.resolve("proc"))
                    .withJvm(101, Map.of("MALLOC_CONF", "prof:true"), List.of("java", "a.Armed"))
                    .withJvm(102, Map.of(), List.of("java", "a.Plain"))
                    .withJvm(StandInAgent.PID, Map.of(RUNTIME, runtime.toString()), List.of("java", "a.Agent"));

            JvmList list = JvmList.of(proc.table().jvms(), Map.of(RUNTIME, folder.toString()));

            assertThat(list.text(200).lines())
                    .satisfiesExactly(
                            heading -> assertThat(heading).contains("ALLOCATOR", "ARMED", "ACTIVE", "RSS", "AGENT"),
                            armed -> assertThat(armed).matches(" +101  jemalloc +yes +\\? +2.0 MiB  - +a.Armed"),
                            plain -> assertThat(plain).matches(" +102  jemalloc +no +no +2.0 MiB  - +a.Plain"),
                            with -> assertThat(with)
                                    .matches(
                                            "99999993  jemalloc 5.3.0 +yes +no +2.0 MiB  http://127.0.0.1:[0-9]+  a.Agent"));
            JsonArray jvms = list.json().json().getAsJsonArray("jvms");
            assertThat(jvms).hasSize(3);
            JsonObject first = jvms.get(0).getAsJsonObject();
            assertThat(first.get("armed").getAsBoolean()).isTrue();
            assertThat(first.get("active").isJsonNull()).isTrue();
            assertThat(first.get("agent").isJsonNull()).isTrue();
            assertThat(jvms.get(2).getAsJsonObject().get("active").getAsBoolean())
                    .isFalse();
        }
    }

    @Test
    void aDescriptorThatWasLeftBehindIsNoAgent() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        StandInAgent agent = StandInAgent.start();
        agent.descriptor(runtime);
        agent.close();
        FakeProc proc = new FakeProc(folder.resolve("proc"))
                .withJvm(StandInAgent.PID, Map.of(RUNTIME, runtime.toString()), List.of("java", "a.Agent"));

        assertThat(JvmList.of(proc.table().jvms(), Map.of()).text(200)).contains("  -  ");
    }

    @Test
    void anAgentWhoseProgramHasNoHeapLeftIsShown() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        try (StandInAgent agent = StandInAgent.start()) {
            agent.descriptor(runtime);
            agent.fillHeap();
            FakeProc proc = new FakeProc(folder.resolve("proc"))
                    .withJvm(StandInAgent.PID, Map.of(RUNTIME, runtime.toString()), List.of("java", "a.Agent"));

            assertThat(JvmList.of(proc.table().jvms(), Map.of()).text(200))
                    .containsPattern("99999993  jemalloc .* http://127.0.0.1:[0-9]+  a.Agent");
        }
    }

    @Test
    void nobodyIsThere() {
        assertThat(JvmList.of(List.of(), Map.of()).text(80)).isEqualTo("no JVM of this user is running\n");
    }
}
