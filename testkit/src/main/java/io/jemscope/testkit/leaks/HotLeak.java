package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;

/**
 * Leaks from a method that is called often enough to be compiled. JVM options make it interpreted code ({@code -Xint}), C1
 * ({@code -XX:TieredStopAtLevel=1}) or C2 ({@code -XX:-TieredCompilation}); with {@code -Xbatch}, compiled code is used without
 * delay.
 */
final class HotLeak {

    /** Just above the 10,000 calls after which C2 compiles without tiers; few enough for interpreted code. */
    private static final int WARM_UP = 11_000;

    private static final long WARM_UP_BYTES = 64;
    private static final long LEAK_BYTES = 24_001;

    private HotLeak() {}

    public static void main(String[] arguments) throws Throwable {
        Ledger ledger = new Ledger();
        for (int i = 0; i < WARM_UP; i++) {
            UnsafeMemory.FREE.invokeExact(outer(ledger, WARM_UP_BYTES, 0));
        }
        for (int i = 0; i < 401; i++) {
            long unused = outer(ledger, LEAK_BYTES, SizeClass.of(LEAK_BYTES));
        }
        ledger.print(System.out);
    }

    private static long outer(Ledger ledger, long bytes, long heldBytes) throws Throwable {
        return inner(ledger, bytes, heldBytes);
    }

    private static long inner(Ledger ledger, long bytes, long heldBytes) throws Throwable {
        ledger.onNextLine(heldBytes, "from a hot method");
        return (long) UnsafeMemory.ALLOCATE.invokeExact(bytes);
    }
}
