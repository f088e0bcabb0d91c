package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventLog;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who comes during somebody else's dump. */
@Timeout(30)
class WaitingCallsTest {

    private static final RunRequest MINUTE = RunRequest.of(Duration.ofMinutes(1));

    private final FakeAllocator allocator = new FakeAllocator();
    private final FakeClock clock = new FakeClock();
    private final FakeTimer timer = new FakeTimer();
    private final CountDownLatch dumping = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final AtomicReference<Thread> waiting = new AtomicReference<>();

    @TempDir
    private Path folder;

    private Profiler profiler;

    @BeforeEach
    void open() {
        DumpStore dumps = new DumpStore(new DumpFolder(folder, folder), 1, allocator, Clock.systemUTC(), notice -> {});
        profiler = new Profiler(allocator, dumps, clock, timer, notice -> {}, 3, EventLog.NONE);
    }

    @AfterEach
    void end() {
        callers.shutdownNow();
    }

    @Test
    void aStopDuringADumpWaitsForItAndThenStops() throws Exception {
        Run run = start();
        holdDumps();
        Future<Optional<Run>> snapshot = callers.submit(() -> profiler.snapshot(run.id(), Permit.ALWAYS));
        dumping.await();

        Future<StopOutcome> stop = wait(() -> profiler.stop());
        go.countDown();

        assertThat(snapshot.get()).isPresent();
        Run ended = ((StopOutcome.Finished) stop.get()).run();
        assertThat(ended.dumps().snapshots()).hasSize(1);
    }

    @Test
    void aStopDuringTheDumpOfAnotherFindsTheRunEnded() throws Exception {
        Run run = start();
        holdDumps();
        Future<StopOutcome> first = callers.submit(() -> profiler.stop(run.id()));
        dumping.await();

        Future<StopOutcome> second = wait(() -> profiler.stop(run.id()));
        go.countDown();

        assertThat(first.get()).isInstanceOf(StopOutcome.Finished.class);
        assertThat(second.get()).isInstanceOf(StopOutcome.Already.class);
    }

    @Test
    void aDumpDuringAStartWaitsForItsBaseline() throws Exception {
        holdDumps();
        Future<StartOutcome> start = callers.submit(() -> profiler.start(MINUTE, Permit.ALWAYS));
        dumping.await();

        Future<StartOutcome> second = wait(() -> profiler.start(MINUTE, Permit.ALWAYS));
        go.countDown();

        Run run = ((StartOutcome.Started) start.get()).run();
        assertThat(second.get()).isEqualTo(new StartOutcome.AlreadyOn(run));
    }

    @Test
    void theEndOfTheTimeDuringADumpWaitsForIt() throws Exception {
        Run run = start();
        holdDumps();
        Future<Optional<Run>> snapshot = callers.submit(() -> profiler.snapshot(run.id(), Permit.ALWAYS));
        dumping.await();
        clock.pass(Duration.ofMinutes(1));

        Runnable due = timer.due(clock.nanos());
        Future<Boolean> end = wait(() -> {
            due.run();
            return true;
        });
        go.countDown();

        assertThat(snapshot.get()).isPresent();
        assertThat(end.get()).isTrue();
        assertThat(profiler.run(run.id()).orElseThrow().state()).isEqualTo(RunState.FINISHED);
    }

    @Test
    void whoOnlyLooksDoesntWait() throws Exception {
        Run run = start();
        holdDumps();
        Future<StopOutcome> stop = callers.submit(() -> profiler.stop());
        dumping.await();

        assertThat(profiler.running()).contains(run);
        assertThat(profiler.runs()).containsExactly(run);
        assertThat(profiler.remaining(run)).contains(Duration.ofMinutes(1));
        assertThat(profiler.isSwitchedHere(false)).isTrue();
        assertThat(profiler.warning()).isNull();

        go.countDown();
        stop.get();
    }

    private Run start() throws Exception {
        return ((StartOutcome.Started) profiler.start(MINUTE, Permit.ALWAYS)).run();
    }

    private void holdDumps() {
        allocator.onDump.set(() -> {
            dumping.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private interface Call<T> {
        T answer() throws Exception;
    }

    /** Lets somebody else call, and waits until he waits. */
    private <T> Future<T> wait(Call<T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        callers.execute(() -> {
            waiting.set(Thread.currentThread());
            try {
                answer.complete(call.answer());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        await().until(() -> {
            Thread thread = waiting.get();
            return thread != null && thread.getState() == Thread.State.BLOCKED;
        });
        assertThat(answer).isNotDone();
        return answer;
    }
}
