package io.jemscope.benchmarks.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.zip.CRC32;

/**
 * The demonstration shop, with threads beside it that never rest: it leaks what it leaks, prints {@code ready}, and answers each
 * line of its standard input with how much work those threads have done so far.
 */
public final class BusyShop {

    private static final int PIECE_BYTES = 64 << 10;

    private BusyShop() {}

    /**
     * Runs until its standard input ends.
     *
     * @param arguments how many threads never rest
     * @throws ReflectiveOperationException where the shop isn't on the class path
     * @throws IOException where standard input can't be read
     */
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        Method shop = Class.forName("io.jemscope.testkit.demo.LeakyService").getDeclaredMethod("main", String[].class);
        shop.setAccessible(true);
        shop.invoke(null, (Object) new String[] {"4"});
        AtomicLongArray done = new AtomicLongArray(Integer.parseInt(arguments[0]));
        for (int i = 0; i < done.length(); i++) {
            int index = i;
            Thread busy = new Thread(() -> work(done, index), "busy-" + i);
            busy.setDaemon(true);
            busy.start();
        }
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (in.readLine() != null) {
            long sum = 0;
            for (int i = 0; i < done.length(); i++) {
                sum += done.get(i);
            }
            System.out.println(sum);
        }
    }

    private static void work(AtomicLongArray done, int index) {
        byte[] piece = new byte[PIECE_BYTES];
        CRC32 sum = new CRC32();
        while (true) {
            sum.update(piece);
            piece[0] = (byte) sum.getValue();
            done.incrementAndGet(index);
        }
    }
}
