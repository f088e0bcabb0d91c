package io.jemscope.testkit.leaks;

import io.jemscope.testkit.Ledger;
import io.jemscope.testkit.SizeClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Segments of an arena that is never closed. Needs JDK 22, whose API it calls by method handle. */
final class ArenaLeak {

    private static final long SEGMENT_BYTES = 123_457;

    private ArenaLeak() {}

    public static void main(String[] arguments) throws Throwable {
        Class<?> type = Class.forName("java.lang.foreign.Arena");
        Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Object arena =
                lookup.findStatic(type, "ofShared", MethodType.methodType(type)).invoke();
        MethodHandle allocate = lookup.findVirtual(
                        type, "allocate", MethodType.methodType(segmentType, long.class, long.class))
                .bindTo(arena)
                .asType(MethodType.methodType(Object.class, long.class, long.class));
        Ledger ledger = new Ledger();
        for (int i = 0; i < 83; i++) {
            ledger.onNextLine(SizeClass.of(SEGMENT_BYTES), "segments of an arena never closed");
            Object unused = allocate.invokeExact(SEGMENT_BYTES, 8L);
        }
        ledger.print(System.out);
    }
}
