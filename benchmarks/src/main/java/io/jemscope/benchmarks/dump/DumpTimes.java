package io.jemscope.benchmarks.dump;

import io.jemscope.allocator.Control;
import io.jemscope.allocator.Jemalloc;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds memory by many stacks, and then takes dumps of itself in turn: by jemalloc's {@code prof.dump}, by asking its own
 * agent for one, and by fetching one from it to the last byte. Prints the medians, and of each round's ratios the median.
 */
public final class DumpTimes {

    private static final int BLOCK_BYTES = 20_011;
    private static final int WARM_UP = 10;

    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private final Jemalloc jemalloc = new Jemalloc();
    private final Path folder;
    private final int port;
    private final String token;
    private int number;

    private DumpTimes(Path folder, String descriptor) {
        this.folder = folder;
        this.port = Integer.parseInt(between(descriptor, "127.0.0.1:", "\""));
        this.token = between(descriptor, "\"token\":\"", "\"");
    }

    /**
     * Measures.
     *
     * @param arguments the native library, a folder for dumps, the levels of stacks (each doubles their number), the rounds
     * @throws Exception where anything can't be done
     */
    public static void main(String[] arguments) throws Exception {
        System.load(arguments[0]);
        Path folder = Path.of(arguments[1]);
        hold(Integer.parseInt(arguments[2]));
        Path runtime = Path.of(System.getenv("JEMSCOPE_RUNTIME_DIR"));
        Path descriptor = runtime.resolve(ProcessHandle.current().pid() + ".json");
        while (!Files.exists(descriptor)) {
            Thread.onSpinWait();
        }
        new DumpTimes(folder, Files.readString(descriptor)).run(Integer.parseInt(arguments[3]));
    }

    private static void hold(int levels) {
        if (levels == 0) {
            HELD.add(ByteBuffer.allocateDirect(BLOCK_BYTES));
            return;
        }
        one(levels - 1);
        other(levels - 1);
    }

    private static void one(int levels) {
        hold(levels);
    }

    private static void other(int levels) {
        hold(levels);
    }

    private void run(int rounds) throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            own();
            asked();
            fetched();
        }
        double[] own = new double[rounds];
        double[] asked = new double[rounds];
        double[] fetched = new double[rounds];
        double[] askedRatio = new double[rounds];
        double[] fetchedRatio = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            own[i] = own();
            asked[i] = asked();
            fetched[i] = fetched();
            askedRatio[i] = asked[i] / own[i];
            fetchedRatio[i] = fetched[i] / own[i];
        }
        print("prof.dump", own, new double[] {1});
        print("POST /api/v1/dumps", asked, askedRatio);
        print("GET /pprof/heap", fetched, fetchedRatio);
    }

    private static void print(String what, double[] millis, double[] ratios) {
        System.out.printf(Locale.ROOT, "  %-20s %8.2f ms  %5.2f%n", what, median(millis), median(ratios));
    }

    private static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private double own() throws Exception {
        Path file = folder.resolve("own." + number++ + ".heap");
        long start = System.nanoTime();
        jemalloc.write(Control.PROF_DUMP, Optional.of(file.toString()));
        double millis = (System.nanoTime() - start) / 1e6;
        if (number == 1) {
            System.out.println("dumps of " + Files.size(file) + " bytes; medians, and those of the rounds' ratios");
        }
        Files.delete(file);
        return millis;
    }

    private double asked() throws IOException {
        return request("POST", "/api/v1/dumps");
    }

    private double fetched() throws IOException {
        return request("GET", "/pprof/heap");
    }

    private double request(String method, String path) throws IOException {
        String head = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer "
                + token + "\r\nContent-Length: 0\r\n\r\n";
        byte[] buffer = new byte[1 << 16];
        long start = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            int length = in.read(buffer);
            String status = length < 12 ? "" : new String(buffer, 9, 3, StandardCharsets.US_ASCII);
            if (!status.startsWith("20")) {
                throw new IOException(method + " " + path + " was answered by " + status);
            }
            while (length >= 0) {
                length = in.read(buffer);
            }
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private static String between(String text, String before, String after) {
        int from = text.indexOf(before) + before.length();
        return text.substring(from, text.indexOf(after, from));
    }
}
