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
 *   <li>{@code version VERSION SEED}: an instance of a version of the shop, which leaks less, see {@link Release}. It prints its leaks
 *       after the load, and stays open until its standard input ends.
 * </ul>
 */
final class LeakyService {

    private static final int WORKERS = 4;
    private static final int DEFAULT_SECONDS = 8;

    private final ThumbnailCache thumbnails;
    private final FeedCompressors feeds;
    private final UploadSessions uploads;
    private final StockJournals journals;
    private final PageRenderer pages = new PageRenderer();
    private final OrderExport exports = new OrderExport();
    private final SearchResults searches;

    private final Release release;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch answered;
    private final CountDownLatch closing = new CountDownLatch(1);

    private LeakyService(Release release, Ledger ledger) throws IOException {
        this.release = release;
        answered = new CountDownLatch(release.requests());
        searches = new SearchResults(release.searches());
        thumbnails = new ThumbnailCache(ledger);
        feeds = new FeedCompressors(ledger);
        uploads = new UploadSessions(ledger);
        journals = new StockJournals(ledger, release.warehouses());
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
        List<String> words = List.of(arguments);
        int version = words.indexOf("version");
        Release release = version < 0
                ? Release.LEAKY
                : Release.of(words.get(version + 1), Long.parseLong(words.get(version + 2)));
        LeakyService service = new LeakyService(release, ledger);
        boolean staysOpen = words.contains("open");
        System.out.println("The shop is open: " + release.requests() + " requests in " + seconds
                + (staysOpen || version >= 0 ? " s, and then some that leak nothing." : " s."));
        if (version >= 0) {
            service.serveUntilInputEnds(seconds, ledger);
            return;
        }
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

    /** Answers requests until the input ends, and prints what the shop holds as soon as that doesn't change any more. */
    private void serveUntilInputEnds(int seconds, Ledger ledger) throws InterruptedException, IOException {
        ScheduledExecutorService workers = start(seconds);
        answered.await();
        ledger.print(System.out);
        System.out.println("The shop leaks nothing more.");
        int read = System.in.read();
        while (read >= 0) {
            read = System.in.read();
        }
        workers.shutdown();
    }

    /** Answers requests at an even pace, on a fast or a slow machine. If the shop stays open, it is closed by a request. */
    private void serve(int seconds, boolean staysOpen) throws InterruptedException {
        ScheduledExecutorService workers = start(seconds);
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

    private ScheduledExecutorService start(int seconds) {
        AtomicInteger worker = new AtomicInteger();
        ScheduledExecutorService workers = Executors.newScheduledThreadPool(
                WORKERS, task -> new Thread(task, "shop-worker-" + worker.incrementAndGet()));
        long periodNanos = TimeUnit.SECONDS.toNanos(seconds) * WORKERS / release.requests();
        for (int i = 0; i < WORKERS; i++) {
            var unused = workers.scheduleAtFixedRate(
                    this::answerNext, i * periodNanos / WORKERS, Math.max(1, periodNanos), TimeUnit.NANOSECONDS);
        }
        return workers;
    }

    private void answerNext() {
        int request = next.getAndIncrement();
        if (request < release.requests()) {
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
        searches.add(request);
    }

    private void answer(int request) {
        answerWithoutLeak(request);
        if (isNew(request, release.abandoned())) {
            uploads.abandon(newest(request, release.abandoned()));
        }
        if (isNew(request, release.closed())) {
            uploads.close();
        }
        if (request % 4 == 0 && release.products() > 0) {
            thumbnails.of(newest(request, release.products()));
        }
        if (request % 20 == 0 && release.customers() > 0) {
            feeds.publish(newest(request, release.customers()));
        }
        if (request % 50 == 0 && release.warehouses() > 0) {
            journals.record(newest(request, release.warehouses()));
        }
    }

    /** The number of the newest of so many products, customers, …, which are spread evenly over all requests. */
    private int newest(int request, int inAll) {
        return (int) ((long) request * inAll / release.requests());
    }

    private boolean isNew(int request, int inAll) {
        return newest(request, inAll) < newest(request + 1, inAll);
    }
}
