package io.jemscope.fleet.sink;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Where profiles go. Called by one thread, which is interrupted to end it. */
public interface Sink extends Closeable {

    /** How many profiles it takes at a time. After a failure as many may come again. */
    default int batch() {
        return 1;
    }

    /** Whether a profile is for this sink, such as the server of a store that has the profile's instance. */
    default boolean isFor(Delivery delivery) {
        return true;
    }

    /** Whether it stores a delivery's figures of memory. If no sink does, the collector doesn't request them. */
    default boolean takesMemory() {
        return false;
    }

    /**
     * Takes profiles: all of them or none. The same one may come again, after a failure or a crash.
     *
     * @return those that this sink can never take, such as damaged ones; they aren't sent again
     * @throws IOException if the sink takes nothing now; all of it is sent again later
     */
    List<Refused> write(List<Delivery> deliveries) throws IOException, InterruptedException;

    /** Closes what stays open between two calls. */
    @Override
    default void close() throws IOException {}

    /**
     * A profile that was refused.
     *
     * @param why a sentence's end, such as {@code its gzip data are damaged}
     */
    record Refused(Delivery delivery, String why) {}
}
