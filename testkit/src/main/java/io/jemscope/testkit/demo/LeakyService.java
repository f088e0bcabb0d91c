package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A web shop that answers requests on four threads and leaks native memory in four places. The leaks don't appear in the Java
 * heap, in Native Memory Tracking, or as an error; an operator only sees that resident memory grows.
 *
 * <p>Every leak has a different amount, so that their order is certain, and is recorded in a {@link Ledger} that the
 * program prints at its end. Each grows evenly from the first request to the last, so that its slope is certain, too.
 *
 * <p>The first argument is the duration of the load in seconds, by default 8. The amounts stay the same, so a longer load
 * leaks more slowly. More arguments may follow:
 *
 * <ul>
 *   <li>{@code rates}: the service also prints how many bytes an hour each line leaked.
 *   <li>{@code open}: after the load the service answers requests that leak nothing, until a signal ends it. If that comes
 *       before the end of the load, it answers the rest of the load at once, so the amounts stay the same.
 *   <li>{@code enter}: with {@code open}, a line on standard input ends it, too.
 * </ul>
 */
final class LeakyService {

    private static final int REQUESTS = 6_000;
    private static final int WORKERS = 4;
    private static final int DEFAULT_SECONDS = 8;

    private final ThumbnailCache thumbnails;
    private final FeedCompressors feeds;
    private final UploadSessions uploads;
    private final StockJournals journals;
    private final PageRenderer pages = new PageRenderer();
    private final OrderExport exports = new OrderExport();

    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch answered = new CountDownLatch(REQUESTS);
    private final CountDownLatch closing = new CountDownLatch(1);

    private LeakyService(Ledger ledger) throws IOException {
        thumbnails = new ThumbnailCache(ledger);
        feeds = new FeedCompressors(ledger);
        uploads = new UploadSessions(ledger);
        journals = new StockJournals(ledger);
    }

    /**
     * Runs the shop.
     *
     * @param arguments see above; all are optional
     * @throws IOException if no temporary file can be created
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : DEFAULT_SECONDS;
        Ledger ledger = new Ledger();
        LeakyService service = new LeakyService(ledger);
        List<String> words = List.of(arguments);
        boolean staysOpen = words.contains("open");
        System.out.println("The shop is open: " + REQUESTS + " requests in " + seconds
                + (staysOpen ? " s, and then some that leak nothing." : " s."));
        if (staysOpen) {
            service.closeOnRequest(words.contains("enter"));
        }
        service.serve(seconds, staysOpen);
        service.journals.awaitWritten();
        service.exports.awaitFreed(service.thumbnails.capacityBytes() + service.journals.capacityBytes());
        System.out.println("The shop is closed. It still holds:");
        ledger.print(System.out);
        if (words.contains("rates")) {
            ledger.printRates(System.out);
        }
    }

    /** Lets a signal, or a line on standard input, close the shop. The JVM's end then waits for what {@link #main} prints. */
    private void closeOnRequest(boolean enter) {
        Thread main = Thread.currentThread();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            closing.countDown();
                            try {
                                main.join(TimeUnit.MINUTES.toMillis(1));
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "shop-close"));
        if (enter) {
            Thread reader = new Thread(this::closeOnLine, "shop-input");
            reader.setDaemon(true);
            reader.start();
        }
    }

    /** Without any input, as in a container, only a signal closes the shop. */
    private void closeOnLine() {
        try {
            int read = System.in.read();
            while (read >= 0 && read != '\n') {
                read = System.in.read();
            }
            if (read == '\n') {
                closing.countDown();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers requests at an even pace, on a fast or a slow machine. If the shop stays open, it is closed by a request. */
    private void serve(int seconds, boolean staysOpen) throws InterruptedException {
        AtomicInteger worker = new AtomicInteger();
        ScheduledExecutorService workers = Executors.newScheduledThreadPool(
                WORKERS, task -> new Thread(task, "shop-worker-" + worker.incrementAndGet()));
        long periodNanos = TimeUnit.SECONDS.toNanos(seconds) * WORKERS / REQUESTS;
        for (int i = 0; i < WORKERS; i++) {
            var unused = workers.scheduleAtFixedRate(
                    this::answerNext, i * periodNanos / WORKERS, Math.max(1, periodNanos), TimeUnit.NANOSECONDS);
        }
        if (staysOpen) {
            closing.await();
            while (answered.getCount() > 0) {
                answerNext();
            }
        }
        answered.await();
        workers.shutdown();
        boolean unused = workers.awaitTermination(1, TimeUnit.MINUTES);
    }

    private void answerNext() {
        int request = next.getAndIncrement();
        if (request < REQUESTS) {
            answer(request);
            answered.countDown();
        } else {
            answerWithoutLeak(request);
        }
    }

    private void answerWithoutLeak(int request) {
        pages.render(request);
        if (request % 40 == 0) {
            exports.write(request);
        }
    }

    private void answer(int request) {
        answerWithoutLeak(request);
        int session = newest(request, UploadSessions.ABANDONED);
        if (session < newest(request + 1, UploadSessions.ABANDONED)) {
            uploads.abandon(session);
        }
        if (request % 4 == 0) {
            thumbnails.of(newest(request, ThumbnailCache.PRODUCTS));
        }
        if (request % 20 == 0) {
            feeds.publish(newest(request, FeedCompressors.CUSTOMERS));
        }
        if (request % 50 == 0) {
            journals.record(newest(request, StockJournals.WAREHOUSES));
        }
    }

    /** The number of the newest of so many products, customers, …, which are spread evenly over all requests. */
    private static int newest(int request, int inAll) {
        return (int) ((long) request * inAll / REQUESTS);
    }
}
