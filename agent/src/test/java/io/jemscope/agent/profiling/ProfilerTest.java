package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.DumpKind;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sampling switched on and off, without a run. */
class ProfilerTest {

    private final FakeAllocator allocator = new FakeAllocator();

    @TempDir
    private Path folder;

    private Profiler profiler;

    @BeforeEach
    void open() {
        DumpStore dumps = new DumpStore(new DumpFolder(folder, folder), 1, allocator, Clock.systemUTC(), notice -> {});
        profiler = new Profiler(allocator, dumps, new FakeClock(), new FakeTimer(), notice -> {}, 10, EventLog.NONE);
    }

    @Test
    void doingItTwiceChangesNothing() throws Exception {
        assertThat(profiler.setActive(true, false)).isTrue();
        assertThat(profiler.setActive(true, false)).isFalse();
        assertThat(profiler.setActive(false, false)).isTrue();
        assertThat(profiler.setActive(false, false)).isFalse();
        assertThat(allocator.writes).containsExactly("prof.active=true", "prof.active=false");
    }

    @Test
    void knowsWhatItSwitchedFromWhatOthersDid() throws Exception {
        assertThat(profiler.isSwitchedHere(false)).isFalse();

        profiler.setActive(true, false);
        assertThat(profiler.isSwitchedHere(true)).isTrue();

        allocator.values.put("prof.active", false);
        assertThat(profiler.isSwitchedHere(false)).isFalse();
    }

    @Test
    void whatWasOnAlreadyIsNotItsDoing() throws Exception {
        allocator.values.put("prof.active", true);

        profiler.setActive(true, false);

        assertThat(profiler.isSwitchedHere(true)).isFalse();
    }

    @Test
    void dumpsWhileSamplingIsOff() throws Exception {
        assertThat(profiler.dump(DumpKind.ASKED).file()).exists();
    }
}
