package io.jemscope.benchmarks.overhead;

import java.util.SplittableRandom;

/**
 * A program that keeps blocks of three sizes, as many bytes of each, and allocates and frees ten others for each small one. Prints
 * {@code held <method> <bytes>} for each line that keeps some.
 */
public final class HeldBlocks {

    private static final long BYTES = 32_000_000;
    private static final int SMALL = 100;
    private static final int MIDDLE = 1_000;
    private static final int LARGE = 100_000;
    private static final int OTHERS = 10;

    private HeldBlocks() {}

    /** Runs the program, without arguments. */
    public static void main(String[] arguments) {
        SplittableRandom random = new SplittableRandom(1);
        for (long held = SMALL; held <= BYTES; held += SMALL) {
            small();
            if (held % MIDDLE == 0) {
                middle();
            }
            if (held % LARGE == 0) {
                large();
            }
            for (int i = 0; i < OTHERS; i++) {
                Memory.free(Memory.allocate(random.nextInt(16, 512)));
            }
        }
        for (String method : new String[] {"small", "middle", "large"}) {
            System.out.println("held " + method + " " + BYTES);
        }
    }

    private static void small() {
        Memory.allocate(SMALL);
    }

    private static void middle() {
        Memory.allocate(MIDDLE);
    }

    private static void large() {
        Memory.allocate(LARGE);
    }
}
