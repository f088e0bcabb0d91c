package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.FileFailure;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.profiling.ShutdownGate;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * jemalloc's controls, read and changed: several at once or none. What was found before the first change is put back when
 * the agent leaves, unless another tool has changed it since. For use by several threads: a reader doesn't wait for a change,
 * which may take jemalloc long.
 */
public final class Controls {

    /** A change that was begun, and what was known of its control before. */
    private record Begun(ControlChange change, FoundControls.@Nullable Kept before) {}

    private final Allocator allocator;
    private final DumpStore dumps;
    private final EventLog events;
    private final HighWaterWatch highWaters;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final FoundControls found = new FoundControls();
    private final ShutdownGate shutdown = new ShutdownGate();
    private @Nullable List<KnownControl> table;

    /**
     * Makes it; nothing is read yet.
     *
     * @param allocator whose controls they are
     * @param dumps where jemalloc may be told to put dumps
     * @param events takes each change
     * @param highWaters switches dumps at new highs
     */
    public Controls(Allocator allocator, DumpStore dumps, EventLog events, HighWaterWatch highWaters) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.events = events;
        this.highWaters = highWaters;
    }

    /** All of them as they are now; empty, at once, while some are being changed. */
    public Optional<List<ControlState>> all() throws AllocatorException {
        if (!lock.readLock().tryLock()) {
            return Optional.empty();
        }
        try {
            List<ControlState> all = new ArrayList<>();
            for (KnownControl control : table()) {
                Reading reading = control.read();
                FoundControls.Kept known = found.of(control.name(), reading.value());
                all.add(new ControlState(control, reading, known == null ? null : known.found()));
            }
            return Optional.of(all);
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Changes all that are named, or, where one can't be changed, none.
     *
     * @param wishes what they are to be, by their names
     * @return those that were otherwise before
     * @throws ControlException where the wishes can't be granted; nothing was changed
     * @throws AllocatorException where jemalloc refuses a change; earlier ones are undone, and one that can't be undone is an event
     * @throws IOException where a folder for dumps can't be used
     */
    public List<ControlChange> change(Map<String, Object> wishes)
            throws ControlException, AllocatorException, IOException {
        lock.writeLock().lock();
        try {
            shutdown.check("Nothing is changed");
            List<ControlChange> changes = changes(wishes);
            write(changes);
            for (ControlChange change : changes) {
                events.record(
                        EventKind.CHANGE,
                        change.control().name() + " was changed from " + change.before() + " to " + change.after());
            }
            return changes;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void write(List<ControlChange> changes) throws AllocatorException, IOException {
        List<Begun> begun = new ArrayList<>(changes.size());
        boolean done = false;
        try {
            for (ControlChange change : changes) {
                begun.add(new Begun(change, found.begin(change)));
                write(change);
            }
            done = true;
        } finally {
            // Whatever it was: a change is let through in a full Java heap, too, and then any line may be the last.
            if (!done) {
                undo(begun);
            }
        }
        for (ControlChange change : changes) {
            found.done(change);
        }
    }

    private void write(ControlChange change) throws AllocatorException, IOException {
        try {
            change.control().write(change.after());
        } catch (AllocatorException | IOException e) {
            events.record(EventKind.REFUSAL, change.control().name() + " could not be changed: " + reason(e));
            throw e;
        }
    }

    /** Also the last, which may have been made by half. What can't be undone stays noted, for when the agent leaves. */
    private void undo(List<Begun> begun) {
        for (int i = begun.size() - 1; i >= 0; i--) {
            ControlChange change = begun.get(i).change();
            try {
                if (!change.before().equals(change.control().read().value())) {
                    change.control().write(change.before());
                }
                found.undone(change, begun.get(i).before());
            } catch (AllocatorException | IOException | RuntimeException | OutOfMemoryError e) {
                tell(change.control(), "stays " + change.after() + ", since it could not be undone: ", e);
            }
        }
    }

    /**
     * Restores what was changed here and not since; nothing can be changed any more.
     *
     * @return what couldn't be put back, a sentence each
     */
    public List<String> leave() {
        lock.writeLock().lock();
        try {
            shutdown.begin();
            List<String> failures = new ArrayList<>();
            if (found.isEmpty()) {
                return failures;
            }
            List<KnownControl> controls = table();
            for (int i = controls.size() - 1; i >= 0; i--) {
                if (controls.get(i) instanceof ChangeableControl control && found.has(control.name())) {
                    putBack(control, failures);
                }
            }
            return failures;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void putBack(ChangeableControl control, List<String> failures) {
        FoundControls.Kept known = null;
        try {
            known = found.of(control.name(), control.read().value());
            if (known != null) {
                control.write(known.found());
                events.record(EventKind.CHANGE, control.name() + " was put back to " + known.found());
            }
            found.forget(control.name());
        } catch (AllocatorException | IOException | RuntimeException e) {
            failures.add(control.name() + " could not be put back" + (known == null ? "" : " to " + known.found())
                    + ": " + reason(e));
        }
    }

    private List<ControlChange> changes(Map<String, Object> wishes) throws ControlException, AllocatorException {
        ControlPatch.check(wishes, table());
        List<ControlChange> changes = new ArrayList<>();
        for (KnownControl known : table()) {
            Object wish = wishes.get(known.name());
            if (wish != null && known instanceof ChangeableControl control) {
                Object before = control.read().value();
                if (before == null) {
                    throw ControlPatch.absent(control, allocator.find(Control.OPT_PROF));
                }
                if (!before.equals(wish)) {
                    changes.add(new ControlChange(control, before, wish));
                }
            }
        }
        return changes;
    }

    private void tell(KnownControl control, String what, Throwable why) {
        try {
            events.record(EventKind.CHANGE, control.name() + " " + what + reason(why));
        } catch (OutOfMemoryError e) {
            // Not even room for the line: that it is noted is what matters.
        }
    }

    private static String reason(Throwable e) {
        if (e instanceof IOException failure) {
            return FileFailure.reason(failure);
        }
        return e instanceof AllocatorException ? String.valueOf(e.getMessage()) : e.toString();
    }

    private synchronized List<KnownControl> table() {
        List<KnownControl> controls = table;
        if (controls == null) {
            controls = ControlTable.of(allocator, dumps, highWaters);
            table = controls;
        }
        return controls;
    }
}
