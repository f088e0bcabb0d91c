package io.jemscope.httpd;

import java.io.Closeable;
import java.io.IOException;

/** What follows an answer's head. */
interface ResponseBody extends Closeable {

    /** What is sent at once, before others have their turn: a caller who reads as fast as this sends would never let go. */
    int TURN_BYTES = 1 << 20;

    /** How many bytes it has. */
    long length();

    /** How many of them are in memory until it is closed. */
    default long memoryBytes() {
        return 0;
    }

    /** Sends what the wire takes without waiting, {@link #TURN_BYTES} at most; answers whether all is taken. */
    boolean send(Transport transport) throws IOException;
}
