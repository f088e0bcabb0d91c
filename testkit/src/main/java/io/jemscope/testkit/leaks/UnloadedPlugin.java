package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;

/** The class that {@link UnloadedLoaderLeak} loads in its own loader, and unloads. */
final class UnloadedPlugin implements Runnable {

    private static final long BLOCK_BYTES = 119_993;

    private final Ledger ledger;

    /**
     * Called by reflection.
     *
     * @param ledger records the leaks
     */
    public UnloadedPlugin(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public void run() {
        for (int i = 0; i < 71; i++) {
            leak();
        }
    }

    private void leak() {
        try {
            ledger.onNextLine(SizeClass.of(BLOCK_BYTES), "from a class that is unloaded");
            long unused = (long) UnsafeMemory.ALLOCATE.invokeExact(BLOCK_BYTES);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
