package io.jemscope.allocator;

/** Stands in for the product's class of this name, whose natives the library binds. */
public final class JemallocNatives {
    private JemallocNatives() {}

    public static native int read(String name, byte[] value, int[] length);

    public static native int write(String name, byte[] value);

    public static native int readString(String name, String[] value);

    public static native int writeString(String name, String value);

    public static native String statistics(String options);

    public static native String origin();

    public static native boolean canary();

    public static native boolean hooked();

    public static native int setHook(boolean on);

    public static native void countExhaustion();

    public static native long[] counters();

    public static native String[] counterNames();

    public static native int dump(String path, String kind);

    public static native int symbols(String path, String kind);

    public static native String confSymbol();

    public static native String preloadEnvironment(String name);

    public static native long vmField(String type, String field);

    public static native long[] mallinfo();

    public static native void leave(boolean withHook);

    public static native void lowerPriority();

    /** Loads the library as a program would that doesn't run it as an agent. */
    public static void load(String library) {
        System.load(library);
    }
}
