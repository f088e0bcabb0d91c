package io.jemscope.stress;

import com.sun.tools.attach.VirtualMachine;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import io.jemscope.allocator.Jemalloc;
import io.jemscope.allocator.NativeAgent;
import io.jemscope.testkit.programs.Torture;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the stress test's target runs: the test kit's torture, and meanwhile, in the same process, the hook put in and
 * taken out, a dump every second, on glibc the rate changed, and the agent detached and attached again. Prints the hook's counters at
 * its end.
 */
final class ControlledTorture {

    private static final long DUMP_MILLIS = 1_000;
    private static final long TOGGLE_MILLIS = 50;
    private static final long RATE_MILLIS = 70;
    private static final long LEAVE_MILLIS = 300;

    /** One byte in 2^10 to 2^13. */
    private static final int FINEST = 10;

    private static final int RATES = 4;

    private final Jemalloc jemalloc;
    private final Path library;
    private final Path folder;
    private int attaches;
    private volatile boolean ending;

    private ControlledTorture(Path library, Path folder) {
        this.jemalloc = Jemalloc.load(library);
        this.library = library;
        this.folder = folder;
    }

    /** A thing that is done over and over. */
    private interface Action {
        void run(int time) throws Exception;
    }

    /**
     * Tortures the JVM.
     *
     * @param arguments the native library, the folder for dumps, how long in milliseconds, the exit code, and the test kit's
     *     library
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        ControlledTorture torture = new ControlledTorture(Path.of(arguments[0]), Path.of(arguments[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(torture::end));
        torture.repeat("stress-toggle", TOGGLE_MILLIS, time -> torture.jemalloc.install(time % 2 != 0));
        torture.repeat("stress-dump", DUMP_MILLIS, torture::dump);
        // jemalloc 5.3 may crash if the last sample of an ended thread is freed meanwhile: jemalloc#2681.
        if (torture.jemalloc.glibcMemory().isPresent()) {
            torture.repeat("stress-rate", RATE_MILLIS, torture::changeRate);
        }
        torture.repeat("stress-leave", LEAVE_MILLIS, time -> torture.leaveAndComeBack());
        Torture.main(new String[] {arguments[2], arguments[3], arguments[4]});
    }

    /** Afterwards the agent is in, for the last dump. */
    private synchronized void end() {
        ending = true;
        Map<String, Long> counters = new LinkedHashMap<>(jemalloc.counters().byName());
        counters.put("attaches", (long) attaches);
        System.out.println("counters " + counters);
    }

    /** Forgets all samples, too. */
    private void changeRate(int time) throws AllocatorException {
        jemalloc.write(Control.PROF_RESET, (long) FINEST + time % RATES);
    }

    private synchronized void leaveAndComeBack() throws Exception {
        if (ending) {
            return;
        }
        NativeAgent.leave();
        VirtualMachine self =
                VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        try {
            // It waits until the agent has left.
            self.loadAgentPath(library.toString(), "active=true,final=true,folder=" + folder);
        } finally {
            self.detach();
        }
        attaches++;
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
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (Exception e) {
                        // At the JVM's end the hook is gone for good, and asking for it may fail.
                        if (!ending) {
                            throw new IllegalStateException(e);
                        }
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
