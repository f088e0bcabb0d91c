package io.jemscope.agent.history;

import io.jemscope.symbols.binaries.LiveBinaries;
import org.jspecify.annotations.Nullable;

/**
 * The files that this process has mapped, for all of the agent that names addresses. The tables of a file that was opened stay mapped until
 * the Java heap is collected, which in an idle program can take hours: with files opened anew for each use, RSS and the number of mappings would
 * grow until then. Symbols are loaded with the first use.
 */
public final class OwnBinaries {

    private final long pid;
    private @Nullable LiveBinaries opened;

    /** Opens nothing yet. */
    public OwnBinaries(long pid) {
        this.pid = pid;
    }

    /** The same object each time, with the files that are mapped now. */
    public synchronized LiveBinaries refreshed() {
        LiveBinaries binaries = opened;
        if (binaries == null) {
            binaries = new LiveBinaries(pid);
            opened = binaries;
        }
        binaries.refresh();
        return binaries;
    }
}
