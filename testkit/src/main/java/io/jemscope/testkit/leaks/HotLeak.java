package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;

/**
 * Leaks from a method that was called often enough to be compiled, unless the JVM is told not to: the same program
 * serves for interpreted code ({@code -Xint}), C1 ({@code -XX:TieredStopAtLevel=1}) and C2 ({@code
 * -XX:-TieredCompilation}), each best with {@code -Xbatch}, so that compiled code is used as soon as it is due.
 */
final class HotLeak {

    /** Just above the 10,000 calls after which C2 compiles where it is alone; interpreted, each call takes its time. */
    private static final int WARM_UP = 11_000;

    private static final long WARM_UP_BYTES = 64;
    private static final long LEAK_BYTES = 24_001;

    private HotLeak() {}

    /**
     * Leaks and tells.
     *
     * @param arguments ignored
     * @throws Throwable where there is no memory
     */
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
