package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Direct buffers, few large ones and many small ones. */
final class DirectBufferLeak {

    private static final int LARGE_BYTES = 1_999_993;
    private static final int SMALL_BYTES = 9_973;
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private DirectBufferLeak() {}

    public static void main(String[] arguments) {
        Ledger ledger = new Ledger();
        for (int i = 0; i < 7; i++) {
            ledger.onNextLine(SizeClass.of(LARGE_BYTES), "large direct buffers");
            HELD.add(ByteBuffer.allocateDirect(LARGE_BYTES));
        }
        for (int i = 0; i < 907; i++) {
            ledger.onNextLine(SizeClass.of(SMALL_BYTES), "small direct buffers");
            HELD.add(ByteBuffer.allocateDirect(SMALL_BYTES));
        }
        ledger.print(System.out);
    }
}
