package io.jemscope.symbols.dwarf;

/**
 * Bounds the work on one file. Debug information refers from place to place, so a small hostile file can ask for a large
 * one's work again and again; what sound files ask for is in proportion to their size.
 */
final class Budget {

    private static final long STEPS_PER_BYTE = 8;
    private static final long STEPS_ANYWAY = 1 << 24;

    private long steps;

    /**
     * Makes a budget.
     *
     * @param bytes the size of the debug sections
     */
    Budget(long bytes) {
        this.steps = bytes * STEPS_PER_BYTE + STEPS_ANYWAY;
    }

    /** Adds what a further file's debug sections ask for. */
    void allow(long bytes) {
        if (steps >= 0) {
            steps += bytes * STEPS_PER_BYTE;
        }
    }

    /** Whether something was left out for want of steps. */
    boolean isSpent() {
        return steps < 0;
    }

    /** Takes steps from it; each is a byte read or kept, or an address or range compared. */
    void spend(long count) {
        steps -= count;
        if (steps < 0) {
            throw new MalformedDwarfException("It refers to the same places again and again");
        }
    }
}
