package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AlarmTimerTest {

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final RunClock clock = RunClock.system();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final AlarmTimer timer = new AlarmTimer(this::thread, clock);

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    @Test
    void goesOffWhenItIsDueAndNotBefore() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        long due = clock.nanos() + 20_000_000L;

        timer.set(due, done::countDown);
        done.await();

        assertThat(clock.nanos() - due).isNotNegative();
        threads.element().join();
    }

    @Test
    void whatIsOverdueGoesOffAtOnce() throws Exception {
        CountDownLatch done = new CountDownLatch(1);

        timer.set(clock.nanos() - HOUR_NANOS, done::countDown);

        done.await();
    }

    @Test
    void itsThreadGoesWhenItIsTakenBackOrSetAnew() throws Exception {
        AtomicInteger done = new AtomicInteger();
        timer.set(clock.nanos() + HOUR_NANOS, done::incrementAndGet);
        timer.set(clock.nanos() + HOUR_NANOS, done::incrementAndGet);
        threads.remove().join();

        timer.cancel();
        threads.remove().join();
        timer.cancel();

        assertThat(threads).isEmpty();
        assertThat(done).hasValue(0);
    }

    @Test
    void aProgramThatInterruptsEveryThreadDoesntWakeIt() throws Exception {
        AtomicInteger done = new AtomicInteger();
        timer.set(clock.nanos() + HOUR_NANOS, done::incrementAndGet);
        Thread thread = threads.element();

        thread.interrupt();
        await().until(() -> !thread.isInterrupted());

        assertThat(thread.isAlive()).isTrue();
        assertThat(done).hasValue(0);
        timer.cancel();
        thread.join();
    }

    @Test
    void whatFailsForWantOfMemoryIsTriedAgain() throws Exception {
        // A clock that has run on by the time it is asked again.
        AtomicInteger asked = new AtomicInteger();
        RunClock fast = new FakeClock() {
            @Override
            public long nanos() {
                return asked.incrementAndGet() * HOUR_NANOS;
            }
        };
        AtomicInteger tried = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);

        new AlarmTimer(this::thread, fast).set(0, () -> {
            if (tried.incrementAndGet() < 3) {
                throw new OutOfMemoryError("as the test says");
            }
            done.countDown();
        });

        done.await();
        assertThat(tried).hasValue(3);
    }
}
