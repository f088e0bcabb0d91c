package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the versions of jemalloc that may sample nothing although they were told to. */
class CanaryTest {

    private static final String SAMPLED = """
            heap_v2/524288
              t*: 40: 10485760 [0: 0]
              t0: 24: 6291456 [0: 0] main
              t3: 16: 4194304 [0: 0] jemscope-canary
            @ 0x1 0x2
              t*: 16: 4194304 [0: 0]
            """;
    private static final String NOT_SAMPLED = """
            heap_v2/524288
              t*: 24: 6291456 [0: 0]
              t0: 24: 6291456 [0: 0] main
              t3: 0: 0 [0: 0] jemscope-canary
            @ 0x1 0x2
              t*: 16: 4194304 [0: 0]
            """;

    private final FakeAllocator allocator = new FakeAllocator();

    @TempDir
    private Path folder;

    private DumpStore dumps;
    private Profiler profiler;

    @BeforeEach
    void open() {
        allocator.version.set("5.2.1-0-gea6b3e973b477b8061e0076bb257dbd7f3faa756");
        allocator.values.put("thread.prof.active", false);
        dumps = new DumpStore(new DumpFolder(folder, folder), 1, allocator, Clock.systemUTC(), notice -> {});
        profiler = new Profiler(allocator, dumps, new FakeClock(), new FakeTimer(), notice -> {}, 3, EventLog.NONE);
    }

    @Test
    void whatSamplesIsNotSpokenOf() throws Exception {
        allocator.heap.set(SAMPLED);

        profiler.setActive(true, false);

        assertThat(profiler.warning()).isNull();
        assertThat(dumps.list()).isEmpty();
        assertThat(allocator.values)
                .containsEntry("thread.prof.active", false)
                .containsEntry("thread.prof.name", Optional.of(""));
    }

    @Test
    void whatDoesntIsSaid() throws Exception {
        allocator.heap.set(NOT_SAMPLED);

        profiler.setActive(true, false);
        assertThat(profiler.warning()).contains("5.2.1", "aren't sampled");

        profiler.setActive(false, false);
        assertThat(profiler.warning()).isNull();
    }

    @Test
    void aRunTellsIt() throws Exception {
        allocator.heap.set(NOT_SAMPLED);

        Run run = ((StartOutcome.Started) profiler.start(RunRequest.of(Duration.ofMinutes(1)), Permit.ALWAYS)).run();
        assertThat(run.message().orElseThrow()).contains("aren't sampled");

        profiler.stop();
        assertThat(profiler.run(run.id()).orElseThrow().message().orElseThrow()).contains("aren't sampled");
    }

    @Test
    void whereItCantBeTriedItIsFeared() throws Exception {
        allocator.heap.set(SAMPLED);
        allocator.values.put("prof.lg_sample", 24L);

        profiler.setActive(true, false);

        assertThat(profiler.warning()).contains("can stop sampling");
    }

    @Test
    void otherVersionsAreTrusted() throws Exception {
        allocator.version.set("5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c");

        profiler.setActive(true, false);

        assertThat(profiler.warning()).isNull();
        assertThat(allocator.writes).containsExactly("prof.active=true");
    }
}
