package io.jemscope.testkit.truth;

/** Memory that only a JNI library can allocate. The property {@code plants.library} is the path of {@code libplants.so}. */
final class Plants {

    static {
        System.load(System.getProperty("plants.library"));
    }

    private Plants() {}

    /** Of the allocator that the program runs on. */
    static native void malloc(long bytes);

    /** Of glibc's own allocator, whatever is preloaded. */
    static native void glibcMalloc(long bytes);

    /** A mapping of its own, without a file. */
    static native void mmap(long bytes);
}
