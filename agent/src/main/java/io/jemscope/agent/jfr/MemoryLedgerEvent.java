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

/** A row of the memory ledger, or its remainder. The events of one reading have the same time of reading. */
@Name("io.jemscope.MemoryLedger")
@Label("Memory Ledger Row")
@Description("Resident memory of the process by use; the rows of one reading and the remainder add up to RSS")
@Category("Jemscope")
@Period("60 s")
@StackTrace(false)
@Registered(false)
final class MemoryLedgerEvent extends Event {

    @Label("Row")
    String row = "";

    @Label("Resident")
    @Description("Resident memory of the row; of the remainder it may be negative")
    @DataAmount
    long resident;

    @Label("Bound")
    @Description("exact, most (at most so much) or least (at least so much)")
    String bound = "";

    @Label("Read At")
    @Description("When the kernel counted: a reading is used for ten seconds or more")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long readAt;
}
