package io.jemscope.agent.http;

import java.io.Closeable;
import java.io.IOException;

/** What follows an answer's head. */
interface ResponseBody extends Closeable {

    /** How many bytes it has. */
    long length();

    /** Sends what the wire takes without waiting; answers whether all is taken. */
    boolean send(Wire wire) throws IOException;
}
