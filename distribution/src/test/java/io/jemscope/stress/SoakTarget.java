package io.jemscope.stress;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What the soak test's target runs: a service that holds sessions off the heap and compresses its answers, always as much of
 * both. It says two lines, whatever is done to it, and leaves the figures of its own work in a file.
 */
final class SoakTarget {

    static final String OUTPUT = "begun\nended\n";
    static final int EXIT_CODE = 13;

    private static final int THREADS = 2;
    private static final int SESSIONS = 1_000;
    private static final int ITEMS = 200;

    /** Between two requests, so that the service leaves those who watch it a part of a small machine. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long POLL_MILLIS = 20;

    private static volatile boolean ending;

    private SoakTarget() {}

    /**
     * Serves until it is told to end.
     *
     * @param arguments the file whose being there is the word to end, and the one for the figures
     * @throws IOException where the figures can't be written
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.println("begun");
        OwnWork work = new OwnWork();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int seed = i;
            Thread thread = new Thread(() -> serve(seed, work), "service-" + i);
            thread.start();
            threads.add(thread);
        }
        while (!Files.exists(Path.of(arguments[0]))) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        String figures = work.figures();
        ending = true;
        for (Thread thread : threads) {
            thread.join();
        }
        Files.writeString(Path.of(arguments[1]), figures);
        System.out.println("ended");
        System.exit(EXIT_CODE);
    }

    private static void serve(int seed, OwnWork work) {
        SplittableRandom random = new SplittableRandom(seed);
        Inflater[] sessions = new Inflater[SESSIONS];
        for (int i = 0; i < SESSIONS; i++) {
            sessions[i] = new Inflater();
        }
        while (!ending) {
            long begin = System.nanoTime();
            int renewed = random.nextInt(SESSIONS);
            sessions[renewed].end();
            sessions[renewed] = new Inflater();
            compress(random);
            work.did(begin);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void compress(SplittableRandom random) {
        StringBuilder document = new StringBuilder();
        for (int i = 0; i < ITEMS; i++) {
            document.append("{\"item\":").append(random.nextInt(1000)).append("},");
        }
        Deflater deflater = new Deflater();
        deflater.setInput(document.toString().getBytes(StandardCharsets.UTF_8));
        deflater.finish();
        deflater.deflate(new byte[16 * 1024]);
        deflater.end();
    }
}
