package io.jemscope.allocator;

/** The native half of an agent that is at work in this process, as far as the Java half may tell it what to do. */
public final class NativeAgent {

    private NativeAgent() {}

    /**
     * Has the agent leave: soon, on the thread that started it, the backtrace hook is put back as it was found and the Java
     * half is stopped. Attaching the agent again starts both anew. Returns at once; harmless when called again.
     */
    public static void leave() {
        JemallocNatives.leave(true);
    }

    /** Has the calling thread, and no other, run only where nothing else wants the processor. For good. */
    public static void lowerPriority() {
        JemallocNatives.lowerPriority();
    }

    /**
     * Says that the Java half couldn't start: attaching again may try once more. What the native half does by itself stays,
     * the hook above all.
     */
    public static void failed() {
        JemallocNatives.leave(false);
    }
}
