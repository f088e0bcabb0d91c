package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.Zlib;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Deflater;

/**
 * Compressed news feeds for customers.
 *
 * <p>Leak 2, about 64 MiB: each customer's deflater is kept after the feed is sent, and never ended.
 */
final class FeedCompressors {

    static final int CUSTOMERS = 250;
    private static final byte[] NEWS =
            "Green boots, 20 % off until Sunday. ".repeat(100).getBytes(StandardCharsets.UTF_8);

    private final Map<Integer, Deflater> byCustomer = new ConcurrentHashMap<>();
    private final Ledger ledger;

    FeedCompressors(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Sends the news to a customer. */
    void publish(int customer) {
        Deflater deflater = byCustomer.computeIfAbsent(customer, first -> open());
        synchronized (deflater) {
            deflater.reset();
            deflater.setInput(NEWS);
            deflater.finish();
            byte[] packet = new byte[4096];
            while (!deflater.finished()) {
                deflater.deflate(packet);
            }
        }
    }

    private Deflater open() {
        ledger.onNextLine(Zlib.NEW_DEFLATER_BYTES, "deflaters of customers' feeds, never ended");
        return new Deflater();
    }
}
