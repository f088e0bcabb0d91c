package io.jemscope.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

/** The allocator's figures and RSS. What isn't known is {@link Long#MIN_VALUE}, which tools show as N/A. */
@Name("io.jemscope.Statistics")
@Label("Native Memory Statistics")
@Description("What jemalloc counts of its memory, and resident memory of the process")
@Category("Jemscope")
@Period("10 s")
@StackTrace(false)
@Registered(false)
final class StatisticsEvent extends Event {

    @Label("Resident")
    @Description("Resident memory of the process (RSS)")
    @DataAmount
    long resident = Long.MIN_VALUE;

    @Label("Swapped Out")
    @DataAmount
    long swapped = Long.MIN_VALUE;

    @Label("Allocated")
    @Description("Live memory from malloc")
    @DataAmount
    long allocated = Long.MIN_VALUE;

    @Label("Active")
    @Description("Pages that contain live memory; the part above allocated is fragmentation")
    @DataAmount
    long active = Long.MIN_VALUE;

    @Label("Metadata")
    @Description("jemalloc's own data")
    @DataAmount
    long metadata = Long.MIN_VALUE;

    @Label("Allocator Resident")
    @Description("jemalloc's physical memory, at most; the part above active and metadata is kept for reuse")
    @DataAmount
    long allocatorResident = Long.MIN_VALUE;

    @Label("Retained")
    @Description("Address space kept for later; it isn't memory")
    @DataAmount
    long retained = Long.MIN_VALUE;

    @Label("Profiling Active")
    @Description("Whether allocations are sampled")
    boolean profilingActive;
}
