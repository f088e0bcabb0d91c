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
import jdk.jfr.Timestamp;

/** A finding of the last verdict; the events of one verdict have the same time. Growth that isn't known is {@link Long#MIN_VALUE}. */
@Name("io.jemscope.Verdict")
@Label("Native Memory Verdict")
@Description("Why the process needs the memory it needs: what leaks, grows or is large")
@Category("Jemscope")
@Period("60 s")
@StackTrace(false)
@Registered(false)
final class VerdictEvent extends Event {

    @Label("Kind")
    @Description("Such as native-leak; none if nothing was found")
    String kind = "none";

    @Label("Size")
    @DataAmount
    long size;

    @Label("Growth per Hour")
    @DataAmount
    long hourlyGrowth;

    @Label("Evidence")
    String evidence = "";

    @Label("Judged At")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long judgedAt;
}
