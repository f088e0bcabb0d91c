package io.jemscope.httpd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** What of an answer arrives at the other end; for answers that a socket's buffer holds. */
final class Sent {

    private Sent() {}

    static String body(Response response) {
        try (ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            try (SocketChannel out = SocketChannel.open(listening.getLocalAddress());
                    SocketChannel in = listening.accept()) {
                response.body().send(new PlainTransport(out));
                response.body().close();
                out.shutdownOutput();
                return new String(in.socket().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
