package io.jemscope.testkit.programs;

import io.jemscope.testkit.CopyLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Does at the same time, on several threads, what is difficult for a profiler in a JVM: loads and unloads classes and libraries,
 * recurses deeply, starts and ends threads, allocates and frees through zlib and direct buffers, throws, collects garbage, and runs
 * virtual threads if the JDK has them. After a time a separate thread calls {@code System.exit} while all of this continues.
 */
public final class Torture {

    private static final int DEPTH = 400;
    private static final int FAILED = 99;
    private static final AtomicLong ROUNDS = new AtomicLong();

    private Torture() {}

    /** The arguments are the time in milliseconds, the exit code, and the path of {@code libplants.so}. */
    public static void main(String[] arguments) throws InterruptedException {
        // A failure here must fail the test.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(FAILED);
        });
        long millis = Long.parseLong(arguments[0]);
        int exitCode = Integer.parseInt(arguments[1]);
        Path library = Path.of(arguments[2]);
        List<Runnable> tortures = new ArrayList<>(List.of(
                Torture::loadAndUnload,
                () -> openAndClose(library),
                Torture::recurse,
                Torture::churnThreads,
                Torture::churnMemory));
        virtualThreads().ifPresent(threads -> tortures.add(() -> churnVirtualThreads(threads)));
        for (Runnable torture : tortures) {
            Thread thread = new Thread(() -> repeat(torture), "torture");
            thread.setDaemon(true);
            thread.start();
        }
        System.out.println("torture begins");
        TimeUnit.MILLISECONDS.sleep(millis);
        System.out.println("torture ends after " + ROUNDS.get() + " rounds");
        System.exit(exitCode);
    }

    private static void repeat(Runnable torture) {
        while (true) {
            torture.run();
            ROUNDS.incrementAndGet();
        }
    }

    private static void loadAndUnload() {
        try {
            for (int i = 0; i < 20; i++) {
                ClassLoader loader =
                        new CopyLoader("torture", Torture.class.getClassLoader(), Set.of(Victim.class.getName()));
                Constructor<?> constructor =
                        loader.loadClass(Victim.class.getName()).getDeclaredConstructor();
                constructor.setAccessible(true);
                ((Runnable) constructor.newInstance()).run();
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        System.gc();
    }

    /** Only a new file is a new library; the JVM closes it some time after its class loader was collected. */
    private static void openAndClose(Path library) {
        try {
            Path copy = Files.createTempFile("torture", ".so");
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            ClassLoader loader =
                    new CopyLoader("library", Torture.class.getClassLoader(), Set.of(Guest.class.getName()));
            Constructor<?> constructor = loader.loadClass(Guest.class.getName()).getDeclaredConstructor(String.class);
            constructor.setAccessible(true);
            ((Runnable) constructor.newInstance(copy.toString())).run();
            Files.delete(copy);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void recurse() {
        int unused = descend(ThreadLocalRandom.current().nextInt(DEPTH));
    }

    private static int descend(int levels) {
        if (levels > 0) {
            return descend(levels - 1) + 1;
        }
        return ByteBuffer.allocateDirect(1_009).capacity();
    }

    private static void churnThreads() {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Thread thread = new Thread(Torture::churnMemory, "churn-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            join(thread);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void churnMemory() {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[10_007]);
        deflater.finish();
        byte[] packed = new byte[1_024];
        int length = deflater.deflate(packed);
        deflater.end();
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        try {
            inflater.inflate(new byte[10_007]);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        } finally {
            inflater.end();
        }
    }

    private static Optional<ExecutorService> virtualThreads() {
        try {
            return Optional.of((ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        } catch (NoSuchMethodException | UnsupportedOperationException e) {
            return Optional.empty();
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void churnVirtualThreads(ExecutorService threads) {
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            tasks.add(threads.submit(() -> {
                churnMemory();
                LockSupport.parkNanos(1_000);
                recurse();
            }));
        }
        for (var task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The class that is loaded repeatedly. */
    static final class Victim implements Runnable {

        /** Called by reflection. */
        public Victim() {}

        @Override
        public void run() {
            Runnable lambda = () -> new Deflater().end();
            lambda.run();
        }
    }
}
