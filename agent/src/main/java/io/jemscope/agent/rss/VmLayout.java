package io.jemscope.agent.rss;

import io.jemscope.allocator.NativeAgent;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM has put what never moves: the range that it reserved for the Java heap, and that for compiled code. Its
 * variables are read as a debugger would: the JVM isn't asked, and nothing of it waits.
 *
 * @param heap the heap's; empty where it isn't one range, as ZGC's
 * @param code the code's
 * @param why why neither is known: half a sentence; null where they are
 */
record VmLayout(
        AddressRange heap, AddressRange code, @Nullable String why) {

    static VmLayout unknown(String why) {
        return new VmLayout(AddressRange.NONE, AddressRange.NONE, why);
    }

    /** That of the JVM that this runs in. What is known stays so; what isn't may be another time. */
    static VmLayout own() {
        try (ProcessMemory memory = ProcessMemory.own()) {
            return read(memory, NativeAgent::vmField);
        } catch (IOException e) {
            return unknown("the JVM's variables can't be read: " + e.getMessage());
        } catch (UnsatisfiedLinkError e) {
            return unknown("the native half of the agent isn't in this process");
        }
    }

    static VmLayout read(ProcessMemory memory, VmFields fields) throws IOException {
        long reserved =
                memory.word(place(fields, "Universe", "_collectedHeap")) + place(fields, "CollectedHeap", "_reserved");
        long start = memory.word(reserved + place(fields, "MemRegion", "_start"));
        long words = memory.word(reserved + place(fields, "MemRegion", "_word_size"));
        return new VmLayout(
                new AddressRange(start, start + words * Long.BYTES),
                new AddressRange(
                        memory.word(place(fields, "CodeCache", "_low_bound")),
                        memory.word(place(fields, "CodeCache", "_high_bound"))),
                null);
    }

    private static long place(VmFields fields, String type, String field) throws IOException {
        OptionalLong place = fields.find(type, field);
        if (place.isEmpty()) {
            throw new IOException("it has no " + type + "." + field);
        }
        return place.getAsLong();
    }
}
