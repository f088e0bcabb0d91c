package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.Control;
import java.util.List;

/**
 * The controls, in the order in which they are changed: where dumps go before what makes them. {@code thread.…} isn't here:
 * it speaks of the thread that calls, which would be one of the agent's.
 */
final class ControlTable {

    private ControlTable() {}

    static List<KnownControl> of(Allocator allocator, DumpStore dumps, HighWaterWatch highWaters) {
        return List.of(
                new ShownControl(
                        allocator,
                        Control.PROF_ACTIVE,
                        "Whether allocations are sampled now. PUT /api/v1/profiling switches it, and so do runs."),
                new ShownControl(
                        allocator,
                        Control.PROF_LG_SAMPLE,
                        "The binary logarithm of the mean distance between samples, in bytes. A run may have one of its own."),
                new FlagControl(
                        allocator,
                        Control.PROF_THREAD_ACTIVE_INIT,
                        null,
                        "Whether threads that start from now on are sampled. Those that run already stay as they are."),
                new PrefixControl(
                        allocator,
                        dumps,
                        "Where the dumps go that jemalloc names itself: private is the agent's own folder, original what"
                                + " prof_prefix said at the start, by default the program's working folder. jemalloc doesn't"
                                + " tell it: this is what was set here."),
                new FlagControl(
                        allocator,
                        Control.PROF_GDUMP,
                        highWaters,
                        "Whether jemalloc, while it samples, dumps at each new high of mapped memory. A program that"
                                + " grows makes hundreds of files a second; they go where prof.prefix says, and no"
                                + " limit removes them. After a thousand, or as many bytes as dumps.bytes says, it"
                                + " is switched off."),
                new ShownControl(
                        allocator,
                        Control.PROF_INTERVAL,
                        "How many bytes are allocated, on average, between dumps that jemalloc makes itself; 0 for none."
                                + " Only lg_prof_interval in MALLOC_CONF sets it."),
                new ActingControl(
                        allocator,
                        Control.PROF_RESET.name(),
                        "Forgets all samples, for everybody: by POST to /api/v1/resets."),
                new ActingControl(
                        allocator,
                        Control.PROF_LOG_START.name(),
                        "Logs what is sampled and freed, with both stacks: by PUT to /api/v1/allocation-log."),
                new ActingControl(
                        allocator,
                        Control.PROF_LOG_STOP.name(),
                        "Ends that log, and writes it: by PUT to /api/v1/allocation-log."),
                new FlagControl(
                        allocator,
                        Control.BACKGROUND_THREAD,
                        null,
                        "Whether threads of jemalloc's own give unused pages back when they are due, also while the program"
                                + " allocates nothing."),
                new DecayControl(
                        allocator,
                        Control.ARENAS_DIRTY_DECAY_MS,
                        "For how many milliseconds unused dirty pages are kept before they are given back; 0 at once, -1"
                                + " for ever. In all arenas but those with a time of their own."),
                new DecayControl(
                        allocator,
                        Control.ARENAS_MUZZY_DECAY_MS,
                        "The same for muzzy pages: those that the system may already take when it wants them."));
    }
}
