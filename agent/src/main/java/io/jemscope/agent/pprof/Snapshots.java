package io.jemscope.agent.pprof;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;

/** Takes dumps for answers. */
final class Snapshots {

    private final DumpStore dumps;

    Snapshots(DumpStore dumps) {
        this.dumps = dumps;
    }

    /** A dump that isn't kept. */
    Dump take() throws Problem {
        try {
            return dumps.writeAside();
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        } catch (IOException e) {
            throw Refusals.of(e);
        }
    }

    /** The same without names. */
    Dump takeHeap() throws Problem {
        try {
            return dumps.writeHeapAside();
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        } catch (IOException e) {
            throw Refusals.of(e);
        }
    }

    /** The names without a dump. */
    Dump takeNames() throws Problem {
        try {
            return dumps.writeNamesAside();
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        } catch (IOException e) {
            throw Refusals.of(e);
        }
    }
}
