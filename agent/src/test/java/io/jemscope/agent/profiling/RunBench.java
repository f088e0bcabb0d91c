package io.jemscope.agent.profiling;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A profiler that keeps three runs, in a world in which nothing happens unless the test says so. */
final class RunBench {

    static final RunRequest MINUTE = RunRequest.of(Duration.ofMinutes(1));
    static final RunRequest UNTIL_STOPPED =
            new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.empty(), false, true);

    final FakeAllocator allocator = new FakeAllocator();
    final FakeClock clock = new FakeClock();
    final FakeTimer timer = new FakeTimer();
    final List<String> notices = new ArrayList<>();
    final DumpStore dumps;
    final Profiler profiler;

    /** With its dumps in a folder, which need not be there yet. */
    RunBench(Path folder) {
        dumps = new DumpStore(new DumpFolder(folder, folder), 1, allocator, Clock.systemUTC(), notices::add);
        profiler = profiler(timer);
    }

    /** Another profiler in the same world, whose alarms are another's. */
    Profiler profiler(RunTimer alarms) {
        return new Profiler(allocator, dumps, clock, alarms, notices::add, 3, EventLog.NONE);
    }

    /** A request for a run with a distance of its own between samples, until it is stopped. */
    static RunRequest rate(long bytes) {
        return new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.of(bytes), true, true);
    }

    /** Starts a run; fails where none begins. */
    Run start(RunRequest request) throws Exception {
        return ((StartOutcome.Started) profiler.start(request, Permit.ALWAYS)).run();
    }

    /** Starts and stops a run of a minute. */
    long startAndStop() throws Exception {
        long id = start(MINUTE).id();
        profiler.stop(id);
        return id;
    }

    boolean isActive() {
        return Boolean.TRUE.equals(allocator.values.get("prof.active"));
    }

    /** Time goes by, and an alarm that becomes due goes off. */
    void pass(Duration time) {
        clock.pass(time);
        Runnable due = timer.takeDue(clock.nanos());
        if (due != null) {
            due.run();
        }
    }
}
