package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Leaks from a method called by reflection, often enough for the JDK to generate code for the call. */
final class ReflectionLeak {

    private static final int BLOCK_BYTES = 69_997;
    private static final Ledger LEDGER = new Ledger();
    private static final List<Object> HELD = new ArrayList<>();

    private ReflectionLeak() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Method method = ReflectionLeak.class.getDeclaredMethod("allocate", int.class);
        for (int i = 0; i < 131; i++) {
            HELD.add(method.invoke(null, BLOCK_BYTES));
        }
        LEDGER.print(System.out);
    }

    static ByteBuffer allocate(int bytes) {
        LEDGER.onNextLine(SizeClass.of(bytes), "by reflection");
        return ByteBuffer.allocateDirect(bytes);
    }
}
