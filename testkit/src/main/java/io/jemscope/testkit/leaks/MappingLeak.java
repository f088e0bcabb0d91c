package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;

/**
 * A JNI library that maps memory itself, beside malloc. The property {@code plants.library} is the path of the library, {@code
 * libplants.so}. What is planted are whole pages.
 */
final class MappingLeak {

    private static final int COUNT = 37;
    private static final int PAGE_BYTES = 4096;
    private static final long MAP_BYTES = 37 * PAGE_BYTES;
    private static final long TRIMMED_BYTES = 46 * PAGE_BYTES;
    private static final long GROWN_BYTES = 92 * PAGE_BYTES;
    private static final long UNMAPPED_BYTES = 1_999_993;

    private MappingLeak() {}

    private static native void map(long bytes);

    /** Maps twice as much, and unmaps what is too much at both ends. */
    private static native void mapTrimmed(long bytes);

    /** Maps a quarter, and has it grow. */
    private static native void mapAndGrow(long bytes);

    private static native void mapAndUnmap(long bytes);

    public static void main(String[] arguments) {
        System.load(System.getProperty("plants.library"));
        Ledger ledger = new Ledger();
        for (int i = 0; i < COUNT; i++) {
            ledger.onNextLine(MAP_BYTES, "mmap");
            map(MAP_BYTES - 17);
            ledger.onNextLine(TRIMMED_BYTES, "trimmed");
            mapTrimmed(TRIMMED_BYTES);
            ledger.onNextLine(GROWN_BYTES, "mremap");
            mapAndGrow(GROWN_BYTES);
            mapAndUnmap(UNMAPPED_BYTES);
        }
        ledger.print(System.out);
    }
}
