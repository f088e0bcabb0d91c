package io.jemscope.allocator;

import java.util.OptionalLong;

/** The native agent in this process, as its Java part controls it. */
public final class NativeAgent {

    private NativeAgent() {}

    /**
     * Detaches the agent: the thread that started it soon restores the backtrace hook and stops the Java part. Attaching again starts
     * both again. Returns at once; has no effect the second time.
     */
    public static void leave() {
        JemallocNatives.leave(true);
    }

    /** Permanently lowers the calling thread's priority by five steps: it then gets a third of the processor time of a busy thread. */
    public static void lowerPriority() {
        JemallocNatives.lowerPriority();
    }

    /**
     * Finds a field of the JVM in the table that libjvm exports for debuggers ({@code gHotSpotVMStructs}). Doesn't call the JVM, and
     * blocks none of its threads.
     *
     * @param type the type with the field, such as {@code CodeCache}
     * @return the address of a static field, or the offset of another in its object; empty if the table doesn't have it
     * @throws UnsatisfiedLinkError if the native library isn't in this process
     */
    public static OptionalLong vmField(String type, String field) {
        long location = JemallocNatives.vmField(type, field);
        return location < 0 ? OptionalLong.empty() : OptionalLong.of(location);
    }

    /**
     * Reports that the Java part couldn't start, so that attaching again may retry. The native part, with the hook, stays active.
     */
    public static void failed() {
        JemallocNatives.leave(false);
    }
}
