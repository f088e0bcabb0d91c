package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * The native methods of libjemscope.so. The native agent binds them in its program before any other code of Jemscope runs; in other
 * programs {@link #load} does. Only {@link NativeMallctl} and {@link NativeAgent} call them.
 */
final class JemallocNatives {

    private JemallocNatives() {}

    /** Loads the library; its {@code JNI_OnLoad} binds the methods of the calling class. */
    static void load(String library) {
        System.load(library);
    }

    static native int read(String name, byte[] value, int[] length);

    static native int write(String name, byte @Nullable [] value);

    static native int readString(String name, @Nullable String[] value);

    static native int writeString(String name, @Nullable String value);

    static native @Nullable String statistics(String options);

    static native @Nullable String origin();

    static native boolean canary();

    static native boolean hooked();

    static native int setHook(boolean on);

    static native void countExhaustion();

    static native long[] counters();

    static native String[] counterNames();

    static native int dump(String path, @Nullable String kind);

    static native int symbols(String path, String kind);

    static native @Nullable String confSymbol();

    static native @Nullable String preloadEnvironment(String name);

    static native long vmField(String type, String field);

    static native long @Nullable [] mallinfo();

    static native void leave(boolean withHook);

    static native void lowerPriority();
}
