package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Thumbnails of the shop's products, kept outside the Java heap.
 *
 * <p>Leak 1, about 96 MiB: nothing is ever evicted, so the thumbnail of every product viewed stays. A direct buffer
 * allocates exactly its capacity.
 */
final class ThumbnailCache {

    static final int PRODUCTS = 1_229;
    private static final int THUMBNAIL_BYTES = 77_003;

    private final Map<Integer, ByteBuffer> byProduct = new ConcurrentHashMap<>();
    private final Ledger ledger;

    ThumbnailCache(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A product's thumbnail, rendered at the first request. */
    ByteBuffer of(int product) {
        return byProduct.computeIfAbsent(product, this::render);
    }

    /** The capacity of all cached buffers. */
    long capacityBytes() {
        return (long) byProduct.size() * THUMBNAIL_BYTES;
    }

    private ByteBuffer render(int product) {
        ledger.onNextLine(SizeClass.of(THUMBNAIL_BYTES), "thumbnails in direct buffers, never evicted");
        ByteBuffer pixels = ByteBuffer.allocateDirect(THUMBNAIL_BYTES);
        while (pixels.hasRemaining()) {
            pixels.put((byte) (product * pixels.position()));
        }
        return pixels.flip();
    }
}
