package io.jemscope.testkit.truth;

import io.jemscope.testkit.Ledger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A program of known truth. It prints each line that leaked at its end, as all {@linkplain Ledger planted leaks} are printed;
 * a program without a leak prints none.
 */
public final class TruthProgram {

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private TruthProgram() {}

    /** The arguments are the name of a {@link Kind}, a seed, KiB a second, and seconds. */
    public static void main(String[] arguments) throws Throwable {
        Kind kind = Kind.of(arguments[0]);
        run(kind.workload(), arguments);
    }

    /** Runs a workload with the arguments of {@link #main}; the first one is not read. */
    public static void run(Function<Setting, Workload> program, String[] arguments) throws Throwable {
        Random random = new Random(Long.parseLong(arguments[1]));
        double seconds = Double.parseDouble(arguments[3]);
        Setting setting = new Setting(random, Double.parseDouble(arguments[2]) * 1024, seconds, new Ledger());
        Workload workload = program.apply(setting);
        long start = System.nanoTime();
        double second = 0;
        while (second < seconds) {
            workload.advance(second);
            LockSupport.parkNanos(STEP_NANOS);
            second = (System.nanoTime() - start) / 1e9;
        }
        setting.ledger().print(System.out);
    }
}
