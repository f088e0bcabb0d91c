package io.jemscope.testkit.leaks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Calls {@code sun.misc.Unsafe} by method handle: the compiler warns about the class itself, and the warning can't be disabled. The
 * handles are constants, so compiled code inlines them. Programs call them on the leaking line, without a frame of this class.
 */
public final class UnsafeMemory {

    /** {@code (long bytes)long}: allocates. */
    public static final MethodHandle ALLOCATE;

    /** {@code (long address)void}: frees. */
    public static final MethodHandle FREE;

    /** {@code (long address, long bytes, byte value)void}: writes to each byte. */
    public static final MethodHandle FILL;

    static {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ALLOCATE = lookup.findVirtual(type, "allocateMemory", MethodType.methodType(long.class, long.class))
                    .bindTo(unsafe);
            FREE = lookup.findVirtual(type, "freeMemory", MethodType.methodType(void.class, long.class))
                    .bindTo(unsafe);
            FILL = lookup.findVirtual(
                            type, "setMemory", MethodType.methodType(void.class, long.class, long.class, byte.class))
                    .bindTo(unsafe);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private UnsafeMemory() {}
}
