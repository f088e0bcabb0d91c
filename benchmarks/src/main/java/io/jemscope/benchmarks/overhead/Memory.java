package io.jemscope.benchmarks.overhead;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/** Memory of sun.misc.Unsafe, whose methods are constants that the compiler inlines like a direct call. */
final class Memory {

    private static final MethodHandle ALLOCATE =
            unsafe("allocateMemory", MethodType.methodType(long.class, long.class));
    private static final MethodHandle FREE = unsafe("freeMemory", MethodType.methodType(void.class, long.class));

    private Memory() {}

    static long allocate(long bytes) {
        try {
            return (long) ALLOCATE.invokeExact(bytes);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    static void free(long block) {
        try {
            FREE.invokeExact(block);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    private static RuntimeException failure(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }

    private static MethodHandle unsafe(String method, MethodType type) {
        try {
            Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
            Field field = unsafeClass.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return MethodHandles.lookup().findVirtual(unsafeClass, method, type).bindTo(field.get(null));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
