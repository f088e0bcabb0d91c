package io.jemscope.agent.run;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The one writer: whoever wants sampling on or off, or a dump, comes through here, one after the other. That doing a
 * thing twice is harmless, and that nobody's dump meets somebody else's switch half way, follows from that.
 */
public final class Profiler {

    /** Who made sampling what it is. */
    public enum Switcher {
        /** A caller of this agent. */
        AGENT,
        /** Something else: MALLOC_CONF at the start, the program itself, another tool. */
        OTHER
    }

    /**
     * What a switch came to.
     *
     * @param active whether sampling is on now
     * @param changed whether it was otherwise before
     */
    public record Change(boolean active, boolean changed) {}

    private static final String MAY_STOP = "jemalloc 5.2.0 and 5.2.1 can stop sampling when it is switched off and on"
            + " again; if the next dump shows nothing new, run the program on jemalloc 5.3";

    private final Allocator allocator;
    private final DumpStore dumps;

    private boolean switched;
    private boolean switchedOff;
    private boolean switchedTo;

    /**
     * Makes the writer.
     *
     * @param allocator what is written to
     * @param dumps where dumps go
     */
    public Profiler(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.dumps = dumps;
    }

    /**
     * Switches sampling on or off; changes nothing where it is so already.
     *
     * @param active whether it is to be on
     * @return what came of it
     * @throws AllocatorException where the allocator refuses
     */
    public synchronized Change setActive(boolean active) throws AllocatorException {
        boolean before = allocator.read(Control.PROF_ACTIVE);
        if (before != active) {
            allocator.write(Control.PROF_ACTIVE, active);
            switched = true;
            switchedOff |= !active;
            switchedTo = active;
        }
        return new Change(active, before != active);
    }

    /**
     * What is to be feared of the last switch.
     *
     * @return half a sentence; null for nothing
     */
    public synchronized @Nullable String warning() {
        String version = allocator.detection().version();
        boolean affected = version != null && (version.startsWith("5.2.0") || version.startsWith("5.2.1"));
        return affected && switchedOff && switchedTo ? MAY_STOP : null;
    }

    /**
     * Who made sampling what it is now; a switch that somebody else made since ours is theirs.
     *
     * @param activeNow whether sampling is on
     * @return who
     */
    public synchronized Switcher switcher(boolean activeNow) {
        return switched && switchedTo == activeNow ? Switcher.AGENT : Switcher.OTHER;
    }

    /**
     * Dumps; also while sampling is off, which shows what was sampled before.
     *
     * @param kind why
     * @return the dump
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used
     */
    public synchronized Dump dump(DumpKind kind) throws AllocatorException, IOException {
        return dumps.write(kind);
    }
}
