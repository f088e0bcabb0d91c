package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import java.io.IOException;
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
 * leaks more slowly. With a second one, {@code rates}, the service also prints how many bytes an hour each line leaked.
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

    private LeakyService(Ledger ledger) throws IOException {
        thumbnails = new ThumbnailCache(ledger);
        feeds = new FeedCompressors(ledger);
        uploads = new UploadSessions(ledger);
        journals = new StockJournals(ledger);
    }

    /**
     * Runs the shop.
     *
     * @param arguments the duration in seconds, and {@code rates} to print how fast each line leaked; both optional
     * @throws IOException if no temporary file can be created
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : DEFAULT_SECONDS;
        Ledger ledger = new Ledger();
        LeakyService service = new LeakyService(ledger);
        System.out.println("The shop is open: " + REQUESTS + " requests in " + seconds + " s.");
        service.serve(seconds);
        service.journals.awaitWritten();
        service.exports.awaitFreed(service.thumbnails.capacityBytes() + service.journals.capacityBytes());
        System.out.println("The shop is closed. It still holds:");
        ledger.print(System.out);
        if (arguments.length > 1 && arguments[1].equals("rates")) {
            ledger.printRates(System.out);
        }
    }

    /** Sends requests at an even pace, on a fast or a slow machine. */
    private void serve(int seconds) throws InterruptedException {
        AtomicInteger worker = new AtomicInteger();
        ScheduledExecutorService workers = Executors.newScheduledThreadPool(
                WORKERS, task -> new Thread(task, "shop-worker-" + worker.incrementAndGet()));
        AtomicInteger next = new AtomicInteger();
        CountDownLatch answered = new CountDownLatch(REQUESTS);
        long periodNanos = TimeUnit.SECONDS.toNanos(seconds) * WORKERS / REQUESTS;
        for (int i = 0; i < WORKERS; i++) {
            var unused = workers.scheduleAtFixedRate(
                    () -> {
                        int request = next.getAndIncrement();
                        if (request < REQUESTS) {
                            answer(request);
                            answered.countDown();
                        }
                    },
                    i * periodNanos / WORKERS,
                    Math.max(1, periodNanos),
                    TimeUnit.NANOSECONDS);
        }
        answered.await();
        workers.shutdown();
        boolean unused = workers.awaitTermination(1, TimeUnit.MINUTES);
    }

    private void answer(int request) {
        pages.render(request);
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
        if (request % 40 == 0) {
            exports.write(request);
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
