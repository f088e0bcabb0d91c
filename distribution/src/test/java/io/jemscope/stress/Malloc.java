package io.jemscope.stress;

import io.jemscope.endtoend.Image;
import io.jemscope.testkit.TargetCommand;

/** What a target allocates with. */
enum Malloc {
    JEMALLOC,
    GLIBC;

    /** The command with this allocator, and with these settings, of which our own sampler reads the rate. */
    TargetCommand under(TargetCommand command, String settings) {
        TargetCommand configured = command.withVariable("MALLOC_CONF", settings);
        return this == GLIBC
                ? configured
                : configured.withVariable("LD_PRELOAD", Image.jemalloc().toString());
    }
}
