package io.jemscope.agent.ledger;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM has put what never moves: the range that it reserved for the Java heap, and that for compiled code.
 *
 * @param heap the heap's; empty where it isn't one range, as ZGC's
 * @param code the code's
 * @param why why neither is known: half a sentence; null where they are
 */
record VmLayout(
        AddressRange heap, AddressRange code, @Nullable String why) {

    private static final String LIBJVM = "/libjvm.so";

    static VmLayout unknown(String why) {
        return new VmLayout(AddressRange.NONE, AddressRange.NONE, why);
    }

    /** That of the JVM that this runs in. Takes some milliseconds, and is the same ever after. */
    static VmLayout own() {
        try (InputStream maps = new FileInputStream("/proc/self/maps");
                ProcessMemory memory = ProcessMemory.own()) {
            MemoryMapping libjvm = Smaps.find(maps, LIBJVM);
            if (libjvm == null) {
                return unknown("no library of the process is called libjvm.so");
            }
            return read(memory, libjvm.start());
        } catch (IOException e) {
            return unknown("libjvm's table of variables can't be read: " + e.getMessage());
        }
    }

    static VmLayout read(ProcessMemory memory, long libjvm) throws IOException {
        VmStructs vm = new VmStructs(memory, libjvm, List.of("Universe", "CollectedHeap", "MemRegion", "CodeCache"));
        long reserved = memory.word(variable(vm, "Universe._collectedHeap")) + offset(vm, "CollectedHeap._reserved");
        long start = memory.word(reserved + offset(vm, "MemRegion._start"));
        long words = memory.word(reserved + offset(vm, "MemRegion._word_size"));
        return new VmLayout(
                new AddressRange(start, start + words * Long.BYTES),
                new AddressRange(
                        memory.word(variable(vm, "CodeCache._low_bound")),
                        memory.word(variable(vm, "CodeCache._high_bound"))),
                null);
    }

    private static long variable(VmStructs vm, String name) throws IOException {
        return required(vm.variable(name), name);
    }

    private static long offset(VmStructs vm, String name) throws IOException {
        return required(vm.offset(name), name);
    }

    private static long required(@Nullable Long value, String name) throws IOException {
        if (value == null) {
            throw new IOException("it has no " + name);
        }
        return value;
    }
}
