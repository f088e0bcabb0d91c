package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import java.util.Arrays;

/**
 * What a stack's threads have of the stack's total. Scaling the threads' lines each on its own gives a sum a little off
 * the total, so the shares are stretched until they sum to it.
 */
final class ThreadShares {

    private int[] threads = new int[16];
    private Figures[] figures = new Figures[16];
    private int size;
    private Part live = Part.NOTHING;
    private Part accumulated = Part.NOTHING;

    /**
     * How shares become parts of a total.
     *
     * @param objectFactor what to multiply the shares' objects by
     * @param byteFactor what to multiply the shares' bytes by
     * @param rest what no thread has
     */
    private record Part(double objectFactor, double byteFactor, Amount rest) {

        static final Part NOTHING = new Part(0, 0, Amount.NONE);

        /** Nothing is stretched and nothing is left. */
        static final Part WHOLE = new Part(1, 1, Amount.NONE);

        static Part of(Amount total, Amount sum) {
            if (sum.objects() == total.objects() && sum.bytes() == total.bytes()) {
                return WHOLE;
            }
            // The mean of a line's blocks is scaled, and by the curve of the scaling the threads' bytes never sum to
            // less than the total's, nor to more than twice of them; of objects the sum may be any number of times
            // the total. A sum below one half means that lines are missing: what they had is then nobody's.
            if (2 * sum.bytes() < total.bytes() || sum.isNone()) {
                Amount rest = new Amount(
                        Math.max(0, total.objects() - sum.objects()), Math.max(0, total.bytes() - sum.bytes()));
                return new Part(1, 1, rest);
            }
            return new Part(total.objects() / sum.objects(), total.bytes() / sum.bytes(), Amount.NONE);
        }

        Amount share(Amount amount) {
            return amount.isNone() || (objectFactor == 1 && byteFactor == 1)
                    ? amount
                    : amount.times(objectFactor, byteFactor);
        }
    }

    /** Adds the share of a thread, given what stands for it in the labels. */
    void add(int thread, Figures share) {
        if (size == threads.length) {
            threads = Arrays.copyOf(threads, 2 * size);
            figures = Arrays.copyOf(figures, 2 * size);
        }
        threads[size] = thread;
        figures[size++] = share;
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    /**
     * Whether there is one share and it is the total itself: most stacks were called by one thread, whose line repeats the total's,
     * and {@link FigureReader} gives the same figures for it. Where it gives others, {@link #stretch} comes to the same.
     */
    @SuppressWarnings("ReferenceEquality") // Equal ones go the longer way, and come to the same.
    boolean isWhole(Figures total) {
        return size == 1 && figures[0] == total;
    }

    /** Makes the shares sum to the stack's total. */
    void stretch(Figures total) {
        Amount liveSum = size == 0 ? Amount.NONE : figures[0].live();
        Amount accumulatedSum = size == 0 ? Amount.NONE : figures[0].accumulated();
        for (int i = 1; i < size; i++) {
            liveSum = liveSum.plus(figures[i].live());
            accumulatedSum = accumulatedSum.plus(figures[i].accumulated());
        }
        live = Part.of(total.live(), liveSum);
        accumulated = Part.of(total.accumulated(), accumulatedSum);
    }

    /** What stands in the labels for the thread that has a share. */
    int thread(int index) {
        return threads[index];
    }

    Amount live(int index) {
        return live.share(figures[index].live());
    }

    Amount accumulated(int index) {
        return accumulated.share(figures[index].accumulated());
    }

    /** What is held and no thread's line has. */
    Amount restLive() {
        return live.rest();
    }

    /** What was asked for and no thread's line has. */
    Amount restAccumulated() {
        return accumulated.rest();
    }
}
