import io.jemscope.allocator.JemallocNatives;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.zip.Deflater;

/** Samples, unloads classes, starts threads and exits at once, while all of that is under way. */
final class UnderLoad {
    private static final AtomicLong rounds = new AtomicLong();

    public static void main(String[] arguments) throws Exception {
        long until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
        start("deflate", UnderLoad::deflate);
        start("load", UnderLoad::loadAndForget);
        start("threads", UnderLoad::startThread);
        while (System.nanoTime() < until) {
            if (arguments.length > 1) {
                JemallocNatives.load(arguments[1]);
                JemallocNatives.setHook(false);
                JemallocNatives.setHook(true);
            }
            System.gc();
        }
        System.out.println(rounds.get() > 0 ? "worked" : "idle");
        System.exit(5);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            work.run();
                            rounds.incrementAndGet();
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(name, e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void deflate() {
        Deflater deflater = new Deflater();
        deflater.end();
    }

    @SuppressWarnings("unchecked")
    private static void loadAndForget() throws Exception {
        URL own = UnderLoad.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new URLClassLoader(new URL[] {own}, ClassLoader.getPlatformClassLoader());
        List<Object> kept = new ArrayList<>();
        ((Consumer<List<Object>>)
                        loader.loadClass("Plugin").getDeclaredConstructor().newInstance())
                .accept(kept);
        kept.forEach(deflater -> ((Deflater) deflater).end());
    }

    private static void startThread() throws Exception {
        Thread thread = new Thread(UnderLoad::deflate);
        thread.start();
        thread.join();
    }
}
