package io.jemscope.allocator;

import java.util.OptionalLong;

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

    /** Lowers the calling thread's priority for good, by five steps: beside busy threads it gets a third of the time of one of them. */
    public static void lowerPriority() {
        JemallocNatives.lowerPriority();
    }

    /**
     * Says where a field of the JVM's own stands, by the table that libjvm exports for debuggers ({@code gHotSpotVMStructs}).
     * The JVM isn't asked, and nothing of it waits.
     *
     * @param type the type that has the field, such as {@code CodeCache}
     * @param field the field's name
     * @return the address of a static field, the offset of any other in its object; empty where this JVM doesn't tell
     * @throws UnsatisfiedLinkError where the native half isn't in this process
     */
    public static OptionalLong vmField(String type, String field) {
        long place = JemallocNatives.vmField(type, field);
        return place < 0 ? OptionalLong.empty() : OptionalLong.of(place);
    }

    /**
     * Says that the Java half couldn't start: attaching again may try once more. What the native half does by itself stays,
     * the hook above all.
     */
    public static void failed() {
        JemallocNatives.leave(false);
    }
}
