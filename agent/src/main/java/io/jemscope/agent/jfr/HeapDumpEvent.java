package io.jemscope.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A dump of jemalloc's heap profile, with the time it took to write. */
@Name("io.jemscope.HeapDump")
@Label("Native Heap Dump")
@Description("A dump of jemalloc's heap profile; its duration is the time it took to write")
@Category("Jemscope")
@StackTrace(false)
@Registered(false)
final class HeapDumpEvent extends Event {

    @Label("Path")
    @Description("Null if the dump was made for one answer and isn't kept")
    @Nullable
    String path;

    @Label("Size")
    @DataAmount
    long size;

    @Label("Reason")
    @Description("asked, snapshot, baseline, final or manual")
    String reason = "";
}
