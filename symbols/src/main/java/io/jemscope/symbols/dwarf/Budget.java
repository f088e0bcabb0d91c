package io.jemscope.symbols.dwarf;

/**
 * Bounds the work on one file. References in debug information let a small hostile file cause unbounded work; the work on a valid
 * file is proportional to its size.
 */
final class Budget {

    private static final long STEPS_PER_BYTE = 8;
    private static final long BASE_STEPS = 1 << 24;

    private long steps;

    /** Creates a budget for debug sections of a length. */
    Budget(long bytes) {
        this.steps = bytes * STEPS_PER_BYTE + BASE_STEPS;
    }

    /** Adds the budget for another file's debug sections. */
    void add(long bytes) {
        if (steps >= 0) {
            steps += bytes * STEPS_PER_BYTE;
        }
    }

    /** Returns whether the budget was exceeded, so that something was skipped. */
    boolean isSpent() {
        return steps < 0;
    }

    /** Spends steps, each a byte read or stored, or an address or range compared. */
    void spend(long count) {
        steps -= count;
        if (steps < 0) {
            throw new MalformedDwarfException("The file has too many references to the same data");
        }
    }
}
