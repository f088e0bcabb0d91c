package io.jemscope.testkit.demo;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * The warehouses' stock journals, each with a writer thread.
 *
 * <p>Leak 4, about 24 MiB: the batches are in the Java heap, so the JDK copies each into a direct buffer of the same
 * size, which it keeps for the thread until the thread ends ({@code sun.nio.ch.Util}, limited only by
 * {@code jdk.nio.maxCachedBufferSize}). The threads never end.
 */
final class StockJournals {

    static final int WAREHOUSES = 24;
    private static final int BATCH_BYTES = 1_000_003;

    private final List<Warehouse> warehouses = new ArrayList<>();
    private final Ledger ledger;

    StockJournals(Ledger ledger, int count) throws IOException {
        this.ledger = ledger;
        for (int i = 0; i < count; i++) {
            Path file = Files.createTempFile("jemscope-demo-journal", ".tmp");
            FileChannel journal = FileChannel.open(file, StandardOpenOption.WRITE);
            // Never read: deleted at once, so that no exit of the program leaves it behind.
            Files.delete(file);
            warehouses.add(new Warehouse(journal));
        }
    }

    /** Writes a warehouse's journal; the first call starts its thread. */
    void record(int warehouse) {
        warehouses.get(warehouse).record();
    }

    /** Waits until each warehouse has written. */
    void awaitWritten() throws InterruptedException {
        for (Warehouse warehouse : warehouses) {
            warehouse.written.await();
        }
    }

    /** The capacity of the buffers that the JDK keeps for the threads. */
    long capacityBytes() {
        return (long) warehouses.size() * BATCH_BYTES;
    }

    private final class Warehouse {

        private final FileChannel journal;
        private final CountDownLatch written = new CountDownLatch(1);
        private final Semaphore batches = new Semaphore(0);
        private boolean started;

        Warehouse(FileChannel journal) {
            this.journal = journal;
        }

        synchronized void record() {
            if (!started) {
                started = true;
                Thread writer = new Thread(this::write, "journal-writer");
                writer.setDaemon(true);
                writer.start();
            }
            batches.release();
        }

        private void write() {
            try {
                ByteBuffer batch = ByteBuffer.allocate(BATCH_BYTES);
                batches.acquire();
                ledger.onNextLine(SizeClass.of(BATCH_BYTES), "the JDK's write buffers of journal threads that stay");
                journal.write(batch);
                written.countDown();
                while (true) {
                    batches.acquire();
                    journal.write(batch.clear(), 0);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
