package io.jemscope.agent.dumps;

import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;

/**
 * Files that jemalloc itself writes later, as it does a log: each has its name, and is there, from the start, and is in no
 * list before it is kept. For use by several threads.
 */
public final class ReservedDumps {

    private final DumpStore dumps;
    private final DumpFolder folder;
    private final Allocator allocator;
    private final EventLog events;

    /** Those in a store's folder. */
    ReservedDumps(DumpStore dumps, DumpFolder folder, Allocator allocator, EventLog events) {
        this.dumps = dumps;
        this.folder = folder;
        this.allocator = allocator;
        this.events = events;
    }

    /**
     * Takes a name: the file is there from then on, empty.
     *
     * @param kind what it will be
     * @return the file as it is now
     * @throws IOException where the folder can't be used
     */
    public Dump take(DumpKind kind) throws IOException {
        return dumps.reserve(kind);
    }

    /**
     * Sees to it that a file can be written: the folder and the file are there, and there is room.
     *
     * @param reserved what {@link #take} gave
     * @throws IOException where it can't
     */
    public void check(Dump reserved) throws IOException {
        folder.ensure();
        DiskSpaceCheck.check(folder.path(), 0);
        ReservedFile.ensure(reserved.file());
    }

    /**
     * Sees to it that a file can be opened, whether there is room or not.
     *
     * @param reserved what {@link #take} gave
     * @throws IOException where it can't
     */
    public void ensure(Dump reserved) throws IOException {
        folder.ensure();
        ReservedFile.ensure(reserved.file());
    }

    /**
     * Keeps a file that jemalloc has written since, with the names of the Java frames beside it. Where these can't be
     * written, without.
     *
     * @param reserved what {@link #take} gave
     * @return the same as it is now
     * @throws IOException where it isn't there any more
     */
    public Dump keep(Dump reserved) throws IOException {
        return dumps.keepReserved(reserved, new Runnable() {
            @Override
            public void run() {
                nameFrames(reserved);
            }
        });
    }

    private void nameFrames(Dump dump) {
        try {
            allocator.nameFrames(dump.file(), dump.kind());
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, "the names for " + dump.id() + " were not written: " + e.getMessage());
        }
    }

    /**
     * Removes a file of which nothing came.
     *
     * @param reserved what {@link #take} gave
     */
    public void drop(Dump reserved) {
        dumps.removeAside(reserved);
    }
}
