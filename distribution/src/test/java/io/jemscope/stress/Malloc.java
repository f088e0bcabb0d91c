package io.jemscope.stress;

import io.jemscope.endtoend.Image;
import io.jemscope.testkit.TargetCommand;

/** What a target allocates with. */
enum Malloc {
    JEMALLOC,
    GLIBC;

    /** The command with this allocator. */
    TargetCommand under(TargetCommand command) {
        return this == GLIBC
                ? command
                : command.withVariable("LD_PRELOAD", Image.jemalloc().toString())
                        .withVariable("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:10");
    }
}
