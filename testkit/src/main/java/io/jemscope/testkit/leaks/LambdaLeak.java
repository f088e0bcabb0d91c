package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Leaks from the body of a lambda, and from a method by its reference, both called by a stream. */
final class LambdaLeak {

    private static final int LAMBDA_BYTES = 59_999;
    private static final int REFERENCE_BYTES = 89_989;
    private static final Ledger LEDGER = new Ledger();
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private LambdaLeak() {}

    public static void main(String[] arguments) {
        IntFunction<ByteBuffer> lambda = i -> {
            LEDGER.onNextLine(SizeClass.of(LAMBDA_BYTES), "from a lambda");
            return ByteBuffer.allocateDirect(LAMBDA_BYTES);
        };
        HELD.addAll(IntStream.range(0, 151).mapToObj(lambda).toList());
        HELD.addAll(IntStream.range(0, 97).mapToObj(LambdaLeak::referenced).toList());
        LEDGER.print(System.out);
    }

    private static ByteBuffer referenced(int number) {
        LEDGER.onNextLine(SizeClass.of(REFERENCE_BYTES), "from a method reference");
        return ByteBuffer.allocateDirect(REFERENCE_BYTES).putInt(0, number);
    }
}
