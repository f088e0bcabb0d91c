package io.jemscope.httpd;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** The bytes of one connection, plain or encrypted. It never waits: what can't be moved now is moved when asked again. */
interface Transport extends Closeable {

    /**
     * Reads what is there.
     *
     * @return how many bytes; 0 where none are there now, -1 where none will come any more
     */
    int read(ByteBuffer into) throws IOException;

    /** Sends what can be sent; what was taken may still be on its way until {@link #finish} says that it has gone. */
    int write(ByteBuffer from) throws IOException;

    /** Sends a part of a file; answers how many bytes were taken. */
    long transfer(FileChannel file, long position, long count) throws IOException;

    /** Sends the rest and closes the sending side; false if the caller must call it again. */
    boolean finish() throws IOException;

    /** Throws away what comes in after {@link #finish}; -1 where the other end has hung up. */
    default int discard(ByteBuffer into) throws IOException {
        return read(into);
    }

    /** Whether {@link #read} found nothing because something has to be sent first, as only keys can make it. */
    default boolean hasToWrite() {
        return false;
    }

    /** Work without which {@link #read} doesn't go on, for a worker to do, as only keys take it; null where there is none. */
    default @Nullable Runnable task() {
        return null;
    }

    /** How many bytes have gone to the channel since the beginning. */
    long sentBytes();

    /** The other end. */
    Peer peer();
}
