package io.jemscope.agent.history;

/** What of the program's Java heap no object takes; garbage counts as an object until it is collected. */
final class FreeHeap {

    private FreeHeap() {}

    static long bytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
    }
}
