package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A web shop that answers requests on four threads and leaks native memory in four places. None of it shows in the Java
 * heap, in Native Memory Tracking, or as an error; it is what an operator sees as resident memory that only grows.
 *
 * <p>Every leak has an amount of its own, so that their order is certain, and is entered into a {@link Ledger} that the
 * program prints at its end. Each rises evenly from the first request to the last, so that its slope is certain, too.
 *
 * <p>The first argument is how many seconds the load takes, 8 if none is given: the amounts stay the same, so a longer load
 * leaks more slowly. With a second one, {@code rates}, the service also tells how many bytes an hour each line leaked.
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
     * @param arguments the seconds that the load takes, and {@code rates} to be told how fast each line leaked; or nothing
     * @throws IOException where no temporary file can be made
     * @throws InterruptedException where the waiting thread is interrupted
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

    /** Requests come at an even pace, whether the machine is fast or slow. */
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

    /** The number of the newest of so many products, customers, …, which come evenly over all requests. */
    private static int newest(int request, int inAll) {
        return (int) ((long) request * inAll / REQUESTS);
    }
}
