package io.jemscope.benchmarks.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Callers that do nothing but hang on an agent: one in three says nothing, one sends half a request and no more, and one asks
 * for all statistics and takes a byte of them every second. Whoever is hung up on calls again within a second.
 */
final class HangingCallers {

    private static final int KINDS = 3;
    private static final int RECEIVE_BYTES = 4 << 10;
    private static final long PAUSE_MILLIS = 1_000;

    private final InetSocketAddress address;
    private final String whole;
    private final int count;
    private final List<SocketChannel> channels = new ArrayList<>();
    private final Thread thread;

    private HangingCallers(AgentClient agent, int count) throws IOException {
        URI uri = URI.create(agent.address());
        address = new InetSocketAddress(InetAddress.getByName(uri.getHost()), uri.getPort());
        whole = "GET /api/v1/statistics?format=json HTTP/1.1\r\nHost: " + uri.getHost() + ":" + uri.getPort()
                + "\r\nAuthorization: Bearer " + agent.token() + "\r\n\r\n";
        this.count = count;
        thread = new Thread(this::hang, "hanging-callers");
        thread.setDaemon(true);
    }

    /** So many callers; none is possible. */
    static HangingCallers start(AgentClient agent, int count) throws IOException {
        HangingCallers callers = new HangingCallers(agent, count);
        callers.thread.start();
        return callers;
    }

    private void hang() {
        ByteBuffer one = ByteBuffer.allocate(1);
        int calls = 0;
        try {
            while (count > 0) {
                channels.removeIf(channel -> !isServed(channel, one.clear()));
                // At most so many in a round: where nobody answers, that is no reason to turn here for ever.
                for (int i = channels.size(); i < count; i++) {
                    call(calls++ % KINDS);
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            // They are to end.
        }
    }

    private static boolean isServed(SocketChannel channel, ByteBuffer one) {
        try {
            if (channel.isConnected() && channel.read(one) >= 0) {
                return true;
            }
        } catch (IOException e) {
            // Hung up on by a reset.
        }
        hangUp(channel);
        return false;
    }

    private void call(int kind) {
        try {
            SocketChannel channel = SocketChannel.open();
            // From here on it is closed with the others.
            channels.add(channel);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
            channel.connect(address);
            String said = kind == 0 ? "" : kind == 1 ? whole.substring(0, whole.length() / 2) : whole;
            channel.write(ByteBuffer.wrap(said.getBytes(StandardCharsets.US_ASCII)));
            channel.configureBlocking(false);
        } catch (IOException e) {
            // The service has ended, or has no room: the next round calls again.
        }
    }

    private static void hangUp(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    /** They all go. */
    void end() throws InterruptedException {
        thread.interrupt();
        thread.join();
        channels.forEach(HangingCallers::hangUp);
    }
}
