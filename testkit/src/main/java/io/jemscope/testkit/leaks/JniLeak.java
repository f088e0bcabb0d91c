package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;

/**
 * A JNI library that allocates with every function of C and C++. The property {@code plants.library} is the path of the library,
 * {@code libplants.so}, which the build compiles from this module's C sources.
 */
final class JniLeak {

    private static final int COUNT = 37;
    private static final long MALLOC_BYTES = 99_991;
    private static final long CALLOC_BYTES = 149_993;
    private static final long REALLOC_BYTES = 189_989;
    private static final long POSIX_MEMALIGN_BYTES = 299_993;
    private static final long ALIGNED_ALLOC_BYTES = 360_448;
    private static final long NEW_BYTES = 499_979;

    private JniLeak() {}

    private static native void malloc(long bytes);

    private static native void calloc(long bytes);

    /** Allocates a little, then reallocates it. */
    private static native void realloc(long bytes);

    private static native void posixMemalign(long bytes);

    private static native void alignedAlloc(long bytes);

    private static native void operatorNew(long bytes);

    public static void main(String[] arguments) {
        System.load(System.getProperty("plants.library"));
        Ledger ledger = new Ledger();
        for (int i = 0; i < COUNT; i++) {
            ledger.onNextLine(SizeClass.of(MALLOC_BYTES), "malloc");
            malloc(MALLOC_BYTES);
            ledger.onNextLine(SizeClass.of(CALLOC_BYTES), "calloc");
            calloc(CALLOC_BYTES);
            ledger.onNextLine(SizeClass.of(REALLOC_BYTES), "realloc");
            realloc(REALLOC_BYTES);
            ledger.onNextLine(SizeClass.of(POSIX_MEMALIGN_BYTES), "posix_memalign");
            posixMemalign(POSIX_MEMALIGN_BYTES);
            ledger.onNextLine(SizeClass.of(ALIGNED_ALLOC_BYTES), "aligned_alloc");
            alignedAlloc(ALIGNED_ALLOC_BYTES);
            ledger.onNextLine(SizeClass.of(NEW_BYTES), "operator new");
            operatorNew(NEW_BYTES);
        }
        ledger.print(System.out);
    }
}
