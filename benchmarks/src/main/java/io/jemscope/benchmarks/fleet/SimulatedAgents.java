package io.jemscope.benchmarks.fleet;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers at as many ports as there are agents to simulate, each with a profile of its own process: a real one, with another process
 * number. Writes a list of them for {@code collect --list}, and the number of answers when its input ends.
 */
public final class SimulatedAgents {

    private SimulatedAgents() {}

    /**
     * Answers until the input ends.
     *
     * @param arguments a pprof file, the number of agents, the list to write
     */
    public static void main(String[] arguments) throws Exception {
        Profile profile;
        try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
            profile = PprofReader.read(in).withoutBirths();
        }
        int agents = Integer.parseInt(arguments[1]);
        AtomicLong answers = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        Selector selector = Selector.open();
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < agents; i++) {
            ServerSocketChannel server = ServerSocketChannel.open();
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, i);
            int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
            list.append(i == 0 ? "" : ",\n")
                    .append("{\"targets\": [\"http://127.0.0.1:")
                    .append(port)
                    .append("\"], \"labels\": {")
                    .append("\"service\": \"shop\", \"version\": \"")
                    .append(i % 5 == 0 ? 2 : 1)
                    .append("\"}}");
        }
        Files.writeString(Path.of(arguments[2]), list.append("]\n"));
        System.out.println("ready");
        Thread end = new Thread(() -> {
            try {
                System.in.readAllBytes();
            } catch (IOException e) {
                // It ended in another way.
            }
            System.out.println(answers.get());
            System.exit(0);
        });
        end.start();
        while (true) {
            selector.select();
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                SelectionKey key = keys.next();
                keys.remove();
                Socket socket = ((ServerSocketChannel) key.channel()).accept().socket();
                socket.getChannel().configureBlocking(true);
                threads.execute(() -> answer(socket, profile, (int) key.attachment(), answers));
            }
        }
    }

    private static void answer(Socket socket, Profile profile, int number, AtomicLong answers) {
        try (socket) {
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            if (head.toString().startsWith("GET /metrics ")) {
                respond(socket, "text/plain", metrics(number).getBytes(StandardCharsets.US_ASCII));
                return;
            }
            ProfileMetadata facts = profile.metadata()
                    .with(ProfileMetadata.HOST, "web" + number)
                    .with(ProfileMetadata.PID, Integer.toString(1_000 + number))
                    .with(ProfileMetadata.TIME, Long.toString(System.currentTimeMillis()))
                    .with("nonce", HexFormat.of().toHexDigits(answers.incrementAndGet()));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            PprofWriter.write(new Profile(profile.rate(), profile.samples(), profile.mappings(), facts), body);
            respond(socket, "application/octet-stream", body.toByteArray());
        } catch (IOException e) {
            // The collector counts it as a failed request.
        }
    }

    private static void respond(Socket socket, String type, byte[] body) throws IOException {
        socket.getOutputStream()
                .write(("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length
                                + "\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body);
    }

    /** What the collector reads of an agent's metrics, in each process a little more; and as much text as an agent has. */
    static String metrics(int number) {
        long more = 1024L * number;
        return """
                jemscope_process_resident_bytes %d
                jemscope_container_limit_bytes %d
                jemscope_container_used_bytes %d
                jemscope_container_inactive_file_bytes 1.2E7
                jemscope_jemalloc_allocated_bytes 1.5E8
                jemscope_jemalloc_resident_bytes 1.8E8
                jemscope_memory_resident_bytes{row="javaHeap"} 2.0E8
                jemscope_memory_resident_bytes{row="otherAnonymous"} 3.0E7
                """.formatted(450_000_000 + more, 1L << 30, 500_000_000 + more)
                + "# HELP jemscope_other Other figures.\n".repeat(200);
    }
}
