package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/**
 * What libjemscope.so does for Java. In a program that the native agent sits in, the agent binds these methods before
 * anything else of Jemscope runs; elsewhere {@link #load} does. Nothing but {@link NativeMallctl} and {@link NativeAgent} calls them.
 */
final class JemallocNatives {

    private JemallocNatives() {}

    /** Loads the library; its {@code JNI_OnLoad} binds the methods of the class that the call comes from. */
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

    static native long[] counters();

    static native String[] counterNames();

    static native int dump(String path, @Nullable String kind);

    static native int symbols(String path, String kind);

    static native @Nullable String confSymbol();

    static native @Nullable String preloadEnvironment(String name);

    static native long vmField(String type, String field);

    static native void leave(boolean withHook);

    static native void lowerPriority();
}
