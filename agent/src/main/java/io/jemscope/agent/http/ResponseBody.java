package io.jemscope.agent.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** What follows an answer's head. */
interface ResponseBody extends Closeable {

    /** How many bytes it has. */
    long length();

    /** Sends what the channel takes without waiting; answers whether all is sent. */
    boolean send(SocketChannel channel) throws IOException;
}
