package io.jemscope.agent.web.compat;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;

/** What libmtev tells of heap profiling, a line for each control. */
final class ProfilingStatus {

    private static final String ADVICE =
            "Heap profiling can't be switched on: start the program with MALLOC_CONF=\"prof:true\"\n";

    private ProfilingStatus() {}

    /**
     * The lines.
     *
     * @throws AllocatorException where there is no jemalloc
     */
    static String of(Allocator allocator) throws AllocatorException {
        boolean prof = allocator.find(Control.OPT_PROF).orElse(false);
        StringBuilder lines = new StringBuilder(96);
        append(lines, "opt.prof", prof);
        append(lines, "prof.active", prof && allocator.find(Control.PROF_ACTIVE).orElse(false));
        append(
                lines,
                "prof.thread_active_init",
                prof && allocator.find(Control.PROF_THREAD_ACTIVE_INIT).orElse(false));
        return prof ? lines.toString() : lines.append(ADVICE).toString();
    }

    private static void append(StringBuilder lines, String name, boolean value) {
        lines.append(name).append(": ").append(value).append('\n');
    }
}
