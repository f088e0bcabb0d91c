package io.jemscope.benchmarks.agent;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long an operator waits for a change and for the state while a caller with the reading token attacks: by what it leaves
 * unfinished, and by requests to each address without a pause. Before each attack the operator works without one; all of that together
 * is what the attacks are held against.
 */
public final class ReaderAttack {

    /** As many as readers may have, and some more. */
    private static final int CONNECTIONS = 80;

    private static final int CALLERS = 2;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final byte[] SWITCH_ON = "{\"active\":true}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SWITCH_OFF = "{\"active\":false}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};

    private static final List<String> VIEWS = List.of("text", "svg", "pprof");

    private final int port;
    private final String token;
    private final String readToken;
    private final long nanos;
    private final AtomicInteger number = new AtomicInteger();
    private final List<Row> rows = new ArrayList<>();
    private final List<Double> idleChanges = new ArrayList<>();
    private final List<Double> idleLooks = new ArrayList<>();
    private int failures;

    /** Milliseconds. */
    private record Row(String name, List<Double> changes, List<Double> looks) {}

    private ReaderAttack(String descriptor, int seconds) {
        this.port = URI.create(AgentClient.value(descriptor, "address")).getPort();
        this.token = AgentClient.value(descriptor, "token");
        this.readToken = AgentClient.value(descriptor, "readToken");
        this.nanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    /** One caller of the attack: it goes on until its thread is interrupted. */
    private interface Caller {
        void call() throws IOException, InterruptedException;
    }

    /**
     * Measures; {@code benchmarks/readers} calls it.
     *
     * @param arguments the watched java, jemalloc, the native library, a folder of ours, the seconds of each measurement
     * @throws IOException where the program can't be started or doesn't answer
     * @throws InterruptedException where it is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[3]);
        try (BusyTarget target = BusyTarget.start(arguments, 0)) {
            String descriptor = Files.readString(
                    folder.resolve("run").resolve(target.process().pid() + ".json"));
            new ReaderAttack(descriptor, Integer.parseInt(arguments[4])).run(target.agent());
        }
    }

    private void run(AgentClient agent) throws IOException, InterruptedException {
        String dump = agent.dump();
        List<String> paths = new ArrayList<>();
        for (Map.Entry<String, JsonElement> path : JsonParser.parseString(agent.text("/api/v1/openapi.json"))
                .getAsJsonObject()
                .getAsJsonObject("paths")
                .entrySet()) {
            JsonObject methods = path.getValue().getAsJsonObject();
            if (methods.has("get")) {
                paths.add(path.getKey().replace("{id}", dump).replace("{address}", "api/v1/state"));
            }
        }
        operate(new ArrayList<>(), new ArrayList<>());
        measure("nothing", List.of());
        measure("heads that never end", List.of(() -> hold(paths, false)));
        measure("answers that aren't taken", List.of(() -> hold(paths, true)));
        for (String view : VIEWS) {
            measure(
                    "new views as " + view,
                    callers(() ->
                            ask("/api/v1/dumps/" + dump + "?format=" + view + "&focus=x" + number.incrementAndGet())));
        }
        for (String path : paths) {
            measure(path.replace(dump, "{id}"), callers(() -> ask(path)));
        }
        print();
        System.out.println("answers to the operator that weren't 200: " + failures);
    }

    private static List<Caller> callers(Caller request) {
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    request.call();
                }
            });
        }
        return callers;
    }

    private void measure(String name, List<Caller> attack) throws IOException, InterruptedException {
        operate(idleChanges, idleLooks);
        List<Thread> threads = new ArrayList<>();
        for (Caller caller : attack) {
            Thread thread = new Thread(() -> attack(caller), "attack");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        List<Double> changes = new ArrayList<>();
        List<Double> looks = new ArrayList<>();
        operate(changes, looks);
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        rows.add(new Row(name, changes, looks));
    }

    private void print() {
        double[] changes = sorted(idleChanges);
        double[] looks = sorted(idleLooks);
        System.out.printf(
                Locale.ROOT,
                "milliseconds of an operator's requests: p50 / p99, and the p99 to that without an attack%n"
                        + "  %-34s %24s %20s%n  %-34s %16s %7s %16s%n",
                "",
                "PUT /api/v1/profiling",
                "GET /api/v1/state",
                "no attack",
                text(changes),
                "",
                text(looks));
        for (Row row : rows) {
            double[] changed = sorted(row.changes());
            double[] looked = sorted(row.looks());
            System.out.printf(
                    Locale.ROOT,
                    "  %-34s %16s %7.2f %16s %7.2f%n",
                    row.name(),
                    text(changed),
                    share(changed, 0.99) / share(changes, 0.99),
                    text(looked),
                    share(looked, 0.99) / share(looks, 0.99));
        }
    }

    private static void attack(Caller caller) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                caller.call();
            } catch (IOException e) {
                // Refused or hung up on: it calls again.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void operate(List<Double> changes, List<Double> looks) throws IOException {
        long until = System.nanoTime() + nanos;
        for (int i = 0; System.nanoTime() - until < 0; i++) {
            changes.add(millis("PUT", "/api/v1/profiling", i % 2 == 0 ? SWITCH_ON : SWITCH_OFF));
            looks.add(millis("GET", "/api/v1/state", NOTHING));
        }
    }

    private double millis(String method, String path, byte[] body) throws IOException {
        long start = System.nanoTime();
        if (!exchange(method, path, token, body).equals("200")) {
            failures++;
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private void ask(String path) throws IOException {
        exchange("GET", path, readToken, NOTHING);
    }

    /** Sends a request and reads its answer to the last byte; its status. */
    private String exchange(String method, String path, String with, byte[] body) throws IOException {
        byte[] buffer = new byte[1 << 14];
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(request(method, path, with, body));
            InputStream in = socket.getInputStream();
            int count = in.readNBytes(buffer, 0, 12);
            String status = count < 12 ? "" : new String(buffer, 9, 3, StandardCharsets.US_ASCII);
            while (count >= 0) {
                count = in.read(buffer);
            }
            return status;
        }
    }

    private byte[] request(String method, String path, String with, byte[] body) {
        String head = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + with
                + "\r\n" + (body.length > 0 ? "Content-Length: " + body.length + "\r\n" : "") + "\r\n";
        byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(bytes, bytes.length + body.length);
        System.arraycopy(body, 0, whole, bytes.length, body.length);
        return whole;
    }

    /** Connections to all addresses that are left hanging: with half a head, or with an answer that isn't taken. */
    private void hold(List<String> paths, boolean whole) throws IOException, InterruptedException {
        Deque<Socket> sockets = new ArrayDeque<>();
        try {
            for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.setReceiveBufferSize(4 << 10);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                byte[] request = request("GET", paths.get(i % paths.size()), readToken, NOTHING);
                socket.getOutputStream().write(request, 0, whole ? request.length : request.length - 2);
                if (sockets.size() > CONNECTIONS) {
                    sockets.remove().close();
                    Thread.sleep(10);
                }
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static double[] sorted(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static String text(double[] sorted) {
        return String.format(Locale.ROOT, "%.1f / %.1f", share(sorted, 0.5), share(sorted, 0.99));
    }

    private static double share(double[] sorted, double share) {
        return sorted[(int) (sorted.length * share)];
    }
}
