package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import java.util.Arrays;

/**
 * The lines of a stack's threads. Each is scaled on its own, so their sum differs slightly from the stack's scaled total.
 * They are scaled once more to add up to it.
 */
final class ThreadShares {

    private int[] threads = new int[16];
    private Figures[] figures = new Figures[16];
    private int size;

    /**
     * How the threads' amounts become parts of a total.
     *
     * @param rest the part of the total that belongs to no thread
     */
    private record Scaling(double objectFactor, double byteFactor, Amount rest) {

        private static final Scaling SAME = new Scaling(1, 1, Amount.NONE);

        static Scaling of(Amount total, Amount sum) {
            // Most stacks have one thread, whose line repeats the total's. This saves 5 % of reading a dump.
            if (total.objects() == sum.objects() && total.bytes() == sum.bytes()) {
                return SAME;
            }
            // Scaling uses the mean block size of a line. So the threads' bytes add up to at least the total's and at
            // most twice that; their objects may add up to any multiple. A sum below one half means that lines are
            // missing.
            if (sum.isNone() || 2 * sum.bytes() < total.bytes()) {
                Amount rest = new Amount(
                        Math.max(0, total.objects() - sum.objects()), Math.max(0, total.bytes() - sum.bytes()));
                return new Scaling(1, 1, rest);
            }
            return new Scaling(total.objects() / sum.objects(), total.bytes() / sum.bytes(), Amount.NONE);
        }

        Amount of(Amount amount) {
            return objectFactor == 1 && byteFactor == 1 ? amount : amount.times(objectFactor, byteFactor);
        }
    }

    /** Adds the line of a thread. */
    void add(int thread, Figures line) {
        if (size == threads.length) {
            threads = Arrays.copyOf(threads, 2 * size);
            figures = Arrays.copyOf(figures, 2 * size);
        }
        threads[size] = thread;
        figures[size++] = line;
    }

    /** Adds a sample for each thread to the current stack, and removes the threads. */
    void addSamples(HeapProfileBuilder stacks, LineScanner lines, Figures total) throws FormatException {
        Amount liveSum = Amount.NONE;
        Amount accumulatedSum = Amount.NONE;
        for (int i = 0; i < size; i++) {
            liveSum = liveSum.plus(figures[i].live());
            accumulatedSum = accumulatedSum.plus(figures[i].accumulated());
        }
        Scaling live = Scaling.of(total.live(), liveSum);
        Scaling accumulated = Scaling.of(total.accumulated(), accumulatedSum);
        for (int i = 0; i < size; i++) {
            stacks.add(lines, live.of(figures[i].live()), accumulated.of(figures[i].accumulated()), threads[i]);
        }
        stacks.add(lines, live.rest(), accumulated.rest(), ThreadLabels.NO_THREAD);
        size = 0;
    }
}
