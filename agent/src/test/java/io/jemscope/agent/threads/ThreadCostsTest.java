package io.jemscope.agent.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadCostsTest {

    private final ThreadCosts costs = new ThreadCosts();

    @Test
    void countsAThreadWhileItRunsAndAfter() throws InterruptedException {
        long[] during = new long[2];
        Thread thread = new Thread(() -> costs.of(() -> {
            during[0] = costs.threads();
            burn(20_000_000);
            during[1] = costs.nanos();
        }));
        thread.start();
        thread.join();

        assertThat(during[0]).isEqualTo(1);
        assertThat(during[1]).isPositive();
        assertThat(costs.threads()).isZero();
        assertThat(costs.nanos()).isGreaterThanOrEqualTo(during[1]);
    }

    @Test
    void aThreadThatDiesIsCountedToo() throws InterruptedException {
        Thread thread = new Thread(() -> costs.of(() -> {
            throw new IllegalStateException("as meant");
        }));
        thread.setUncaughtExceptionHandler((dead, e) -> {});
        thread.start();
        thread.join();

        assertThat(costs.threads()).isZero();
    }

    private static void burn(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
