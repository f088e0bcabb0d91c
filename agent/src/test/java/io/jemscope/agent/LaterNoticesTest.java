package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaterNoticesTest {

    private static final int MORE_THAN_WAIT = 5_000;

    private final List<String> written = new CopyOnWriteArrayList<>();

    @Test
    void theyComeInTheirOrderAndTheLastBeforeTheClose() {
        LaterNotices notices = new LaterNotices(written::add, Executors.defaultThreadFactory());

        notices.accept("one");
        notices.accept("two");
        notices.accept("three");
        notices.close();

        assertThat(written).containsExactly("one", "two", "three");
    }

    /** A standard error that nobody reads. */
    @Test
    void nobodyWaitsForThemAndTheNextSaysHowManyWereLost() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        LaterNotices notices = new LaterNotices(
                text -> {
                    stuck.countDown();
                    awaitQuietly(read);
                    written.add(text);
                },
                Executors.defaultThreadFactory());

        notices.accept("first");
        stuck.await();
        for (int i = 0; i < MORE_THAN_WAIT; i++) {
            notices.accept("line " + i);
        }
        read.countDown();
        notices.close();

        assertThat(written)
                .startsWith(
                        "first",
                        MORE_THAN_WAIT - 100 + " lines before this one were lost, since standard error took no more",
                        "line 0")
                .endsWith("line 99")
                .hasSize(102);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
