import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/**
 * Replaces a method while it runs, as a Java agent does; the old version then leaks. With "same" the new version equals
 * the old one.
 */
public final class OldVersions {
    private static final List<Deflater> kept = new ArrayList<>();
    private static final CountDownLatch running = new CountDownLatch(1);
    private static final CountDownLatch replaced = new CountDownLatch(1);
    private static Instrumentation instrumentation;

    private OldVersions() {}

    public static void premain(String argument, Instrumentation given) {
        instrumentation = given;
    }

    static final class Loop {
        private static int version;

        static void run() throws InterruptedException {
            version = 0x12345678; // the other version has another number here
            running.countDown();
            replaced.await();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            while (System.nanoTime() < end) {
                new Deflater().end();
            }
            for (int i = 0; i < 20; i++) {
                kept.add(new Deflater()); // the line that the test looks for
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        byte[] bytes;
        try (InputStream file = OldVersions.class.getResourceAsStream("OldVersions$Loop.class")) {
            bytes = file.readAllBytes();
        }
        if (!arguments[0].equals("same")) {
            for (int i = 0; i < bytes.length - 3; i++) {
                if (bytes[i] == 0x12 && bytes[i + 1] == 0x34 && bytes[i + 2] == 0x56 && bytes[i + 3] == 0x78) {
                    bytes[i + 3]++;
                }
            }
        }
        Thread thread = new Thread(() -> {
            try {
                Loop.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        running.await();
        instrumentation.redefineClasses(new ClassDefinition(Loop.class, bytes));
        replaced.countDown();
        thread.join();
    }
}
