package io.jemscope.httpd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A connection without TLS. */
final class PlainTransport implements Transport {

    private final SocketChannel channel;
    private long sentBytes;

    PlainTransport(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int sent = channel.write(from);
        sentBytes += sent;
        return sent;
    }

    @Override
    public long transfer(FileChannel file, long position, long count) throws IOException {
        long sent = file.transferTo(position, count, channel);
        sentBytes += sent;
        return sent;
    }

    @Override
    public boolean finish() throws IOException {
        channel.shutdownOutput();
        return true;
    }

    @Override
    public long sentBytes() {
        return sentBytes;
    }

    @Override
    public Peer peer() {
        return peer(channel, false, null);
    }

    static Peer peer(SocketChannel channel, boolean secure, @Nullable String certificate) {
        Socket socket = channel.socket();
        return new Peer(
                socket.getInetAddress(),
                new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort()),
                secure,
                certificate);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
