package io.jemscope.agent.jmx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code io.jemscope:type=Profiling}. */
public interface ProfilingMXBean {

    /** Whether the program was started with {@code prof:true}. */
    boolean isAvailable();

    /** Whether allocations are sampled. */
    boolean isActive();

    /** Mean distance between two samples; null if profiling isn't available. */
    @Nullable
    Long getSampleIntervalBytes();

    /** The runs that are kept, the newest first. */
    List<RunView> getRuns();
}
