package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.http.BoundedClient;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** Collectors that request a profile of each agent every 200 ms. */
final class QuickCollector {

    static final Duration EVERY = Duration.ofMillis(200);

    private QuickCollector() {}

    /** Opens a collector; the parameters are those of {@link Collector} and {@link Collector.Settings}. */
    static Collector open(
            Discovery agents,
            Duration timeout,
            List<Destination> sinks,
            int rounds,
            long spoolBytes,
            InstantSource clock,
            Consumer<String> log)
            throws IOException {
        return open(agents, timeout, sinks, new Collector.Settings(EVERY, 4, rounds, spoolBytes), clock, log);
    }

    /** Opens a collector with an interval of its own. */
    static Collector open(
            Discovery agents,
            Duration timeout,
            List<Destination> sinks,
            Collector.Settings settings,
            InstantSource clock,
            Consumer<String> log)
            throws IOException {
        Fetcher fetcher = new Fetcher(new BoundedClient(null, timeout, 1 << 20));
        return new Collector(List.of(agents), fetcher, sinks, settings, clock, log);
    }

    /** Runs a collector in a thread, which an interrupt ends. */
    static Thread start(Collector collector) {
        Thread running = new Thread(() -> {
            try {
                collector.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        running.start();
        return running;
    }
}
