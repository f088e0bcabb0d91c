package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;

/** Memory allocated with {@code sun.misc.Unsafe} and never freed. */
final class UnsafeLeak {

    private static final long BLOCK_BYTES = 49_999;

    private UnsafeLeak() {}

    public static void main(String[] arguments) throws Throwable {
        Ledger ledger = new Ledger();
        for (int i = 0; i < 211; i++) {
            ledger.onNextLine(SizeClass.of(BLOCK_BYTES), "memory of Unsafe, forgotten");
            long forgotten = (long) UnsafeMemory.ALLOCATE.invokeExact(BLOCK_BYTES);
            ledger.onNextLine(0, "memory of Unsafe, freed");
            long freed = (long) UnsafeMemory.ALLOCATE.invokeExact(BLOCK_BYTES + (forgotten & 0));
            UnsafeMemory.FREE.invokeExact(freed);
        }
        ledger.print(System.out);
    }
}
