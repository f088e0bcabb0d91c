import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Has compiled code taken back all the time, on several threads: each round loads its own copy of a class, runs it until
 * it is compiled, and then does what the compilers took for granted that nobody does. The first argument says how many
 * milliseconds, the second on how many threads.
 */
final class DeoptStorm {
    private static final AtomicLong rounds = new AtomicLong();

    public static void main(String[] arguments) throws Exception {
        long until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
        Thread[] threads = new Thread[Integer.parseInt(arguments[1])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> storm(until), "storm " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(rounds.get() >= threads.length ? "worked" : "idle");
    }

    private static void storm(long until) {
        try {
            while (System.nanoTime() < until) {
                Loader loader = new Loader();
                Runnable weather = (Runnable) loader.loadClass("DeoptStorm$Weather")
                        .getDeclaredConstructor()
                        .newInstance();
                weather.run();
                rounds.incrementAndGet();
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has its own copies of the classes that are rained on. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(DeoptStorm.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null || !name.startsWith("DeoptStorm$Weather")) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                try (InputStream file = DeoptStorm.class.getResourceAsStream(name + ".class")) {
                    byte[] code = file.readAllBytes();
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    /** Public, as its constructor: it is called by reflection from another loader's class. */
    public static class Weather implements Runnable {
        private static int sink;

        static class Cloud {
            /** What happens deep inside: the subclass, loaded only then, makes all callers wrong while they run. */
            int rain(int drop) {
                return drop + 1;
            }
        }

        static final class Thunder extends Cloud {
            @Override
            int rain(int drop) {
                return drop + 2;
            }
        }

        /** Loaded by the trap of the code that was compiled before it was there. */
        static final class Hail {
            static int fall(int drop) {
                return drop * 3;
            }
        }

        private static Cloud next(int drop, int strike) {
            return drop == strike ? new Thunder() : CLOUD;
        }

        private static final Cloud CLOUD = new Cloud();

        private static int fall(Cloud cloud, int drop, int strike) {
            Cloud above = next(drop, strike);
            return cloud.rain(drop) + above.rain(drop);
        }

        /** Many frames of the same compiled code, all of which are wrong by the time they are returned to. */
        private static int through(Cloud cloud, int drop, int strike, int layers) {
            if (layers == 0) {
                return fall(cloud, drop, strike);
            }
            return through(cloud, drop, strike, layers - 1) + cloud.rain(drop); // the line of the thrown away
        }

        private static int judge(Object thing, int drop, int[] drops) {
            int sum = thing instanceof String text ? text.length() : thing.hashCode(); // the line of the trap
            if (drop > 40_000) {
                sum += Hail.fall(drop);
            }
            return sum + drops[drop & 7];
        }

        /** Compiled away into registers; where the compiled code was wrong, the JVM makes it after all. */
        record Drop(int size, int weight) {}

        private static int splash(Object thing, int drop) {
            Drop big = new Drop(drop, drop * 3);
            int sum = thing instanceof String text ? text.length() : thing.hashCode();
            return sum + big.size() + big.weight();
        }

        private static int over(Object thing, int drop, int[] drops) {
            return judge(thing, drop, drops) + 1;
        }

        @Override
        public void run() {
            int[] drops = new int[8];
            for (int drop = 0; drop < 30_000; drop++) {
                sink += over("abc", drop, drops);
                sink += through(CLOUD, drop, 29_000, 12);
                sink += splash("abc", drop);
            }
            for (int drop = 0; drop < 10; drop++) {
                sink += over(drop, drop, drops);
                sink += over(new Object(), drop, drops);
                sink += over("x", 40_001 + drop, drops);
                sink += splash(drop, drop);
                try {
                    sink += over(null, drop, drops);
                } catch (NullPointerException e) {
                    sink++;
                }
                try {
                    sink += over("x", 7, new int[2]);
                } catch (ArrayIndexOutOfBoundsException e) {
                    sink++;
                }
            }
        }
    }
}
