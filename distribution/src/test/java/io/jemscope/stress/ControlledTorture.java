package io.jemscope.stress;

import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import io.jemscope.allocator.Jemalloc;
import io.jemscope.testkit.programs.Torture;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What the stress test's target runs: the test kit's torture, and meanwhile, in the same process, the hook put in and
 * taken out and a dump every second. Prints the hook's counters at its end.
 */
final class ControlledTorture {

    private static final long DUMP_MILLIS = 1_000;
    private static final long TOGGLE_MILLIS = 50;

    private final Jemalloc jemalloc;
    private final Path folder;
    private volatile boolean ending;

    private ControlledTorture(Jemalloc jemalloc, Path folder) {
        this.jemalloc = jemalloc;
        this.folder = folder;
    }

    /** A thing that is done over and over. */
    private interface Action {
        void run(int time) throws AllocatorException;
    }

    /**
     * Tortures the JVM.
     *
     * @param arguments the native library, the folder for dumps, how long in milliseconds, the exit code
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        ControlledTorture torture = new ControlledTorture(Jemalloc.load(Path.of(arguments[0])), Path.of(arguments[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(torture::end));
        torture.repeat("stress-toggle", TOGGLE_MILLIS, time -> torture.jemalloc.install(time % 2 != 0));
        torture.repeat("stress-dump", DUMP_MILLIS, torture::dump);
        Torture.main(new String[] {arguments[2], arguments[3]});
    }

    private void end() {
        ending = true;
        System.out.println("counters " + jemalloc.counters().byName());
    }

    private void dump(int time) throws AllocatorException {
        jemalloc.dump(folder.resolve("stress." + time + ".heap"), DumpKind.SNAPSHOT);
    }

    private void repeat(String name, long everyMillis, Action action) {
        Thread thread = new Thread(
                () -> {
                    try {
                        for (int time = 0; ; time++) {
                            TimeUnit.MILLISECONDS.sleep(everyMillis);
                            action.run(time);
                        }
                    } catch (AllocatorException e) {
                        // At the JVM's end the hook is gone for good, and asking for it may fail.
                        if (!ending) {
                            throw new IllegalStateException(e);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
