package io.jemscope.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
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

        await().untilAsserted(() -> assertThat(written)
                .startsWith(
                        "first",
                        MORE_THAN_WAIT - 100 + " lines before this one were lost, since standard error took no more",
                        "line 0")
                .endsWith("line 99")
                .hasSize(102));
    }

    /** As who asks for statistics while nobody reads them. */
    @Test
    void ofLongTextsTwoAreKeptAndTheNextNoticeSaysHowManyWereLost() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        LaterNotices notices = new LaterNotices(written::add, Executors.defaultThreadFactory());
        Consumer<String> texts = notices.texts(text -> {
            stuck.countDown();
            awaitQuietly(read);
            written.add(text);
        });

        texts.accept("statistics\n");
        stuck.await();
        for (int i = 2; i < 7; i++) {
            texts.accept("statistics " + i + "\n");
        }
        notices.accept("a line");
        read.countDown();
        notices.close();

        await().untilAsserted(() -> assertThat(written)
                .containsExactly(
                        "statistics\n",
                        "4 requested texts before this one were lost, since standard error took no more",
                        "statistics 2\n",
                        "a line"));
    }

    @Test
    void onceLongTextsAreWrittenFurtherOnesAreTaken() throws Exception {
        BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        LaterNotices notices = new LaterNotices(written::add, Executors.defaultThreadFactory());
        Consumer<String> texts = notices.texts(taken::add);
        for (int i = 0; i < 10; i++) {
            texts.accept("text " + i);
            assertThat(taken.take()).isEqualTo("text " + i);
        }
        notices.close();

        assertThat(written).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
