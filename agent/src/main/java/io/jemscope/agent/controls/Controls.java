package io.jemscope.agent.controls;

import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.dump.FileFailure;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * jemalloc's controls, read and changed: several at once or none. What was found before the first change is put back when
 * the agent leaves, unless somebody else has changed it since. For use by several threads.
 */
public final class Controls {

    /** What was found, and what was made of it here. */
    private record Kept(Object found, Object set) {}

    /** A control that is to be, or has been, changed. */
    private record Step(ChangeableControl control, Object before, Object after) {}

    private final Allocator allocator;
    private final DumpStore dumps;
    private final EventLog events;
    private final Map<String, Kept> kept = new HashMap<>();
    private @Nullable List<KnownControl> table;
    private boolean left;

    /**
     * Makes it; nothing is read yet.
     *
     * @param allocator whose controls they are
     * @param dumps where jemalloc may be told to put dumps
     * @param events takes each change
     */
    public Controls(Allocator allocator, DumpStore dumps, EventLog events) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.events = events;
    }

    /** All of them as they are now. */
    synchronized List<ControlState> all() throws AllocatorException {
        List<ControlState> all = new ArrayList<>();
        for (KnownControl control : table()) {
            Kept known = kept.get(control.name());
            Reading reading = control.read();
            Object found = known != null && known.set().equals(reading.value()) ? known.found() : null;
            all.add(new ControlState(control, reading, found));
        }
        return all;
    }

    /**
     * Changes all that are named, or, where one can't be changed, none.
     *
     * @param wishes what they are to be, by their names
     * @return the names of those that were otherwise before
     * @throws Problem where nothing was changed
     */
    synchronized List<String> change(Map<String, Object> wishes) throws Problem {
        if (left) {
            throw new Problem(
                    409,
                    "Nothing is changed",
                    "the agent is leaving this program",
                    "Attach the agent again, and ask that one.");
        }
        List<Step> steps = steps(wishes);
        List<Step> done = new ArrayList<>();
        for (Step step : steps) {
            try {
                step.control().write(step.after());
                done.add(step);
            } catch (AllocatorException | IOException e) {
                events.record(EventKind.REFUSAL, step.control().name() + " could not be changed: " + reason(e));
                undo(done);
                throw Refusals.ofDump(e);
            }
        }
        List<String> names = new ArrayList<>();
        for (Step step : done) {
            remember(step);
            names.add(step.control().name());
            tell(step.control(), "was changed from " + step.before() + " to " + step.after());
        }
        return names;
    }

    /**
     * Puts back what was changed here and by nobody since; nothing can be changed any more.
     *
     * @return what couldn't be put back, a sentence each
     */
    public synchronized List<String> leave() {
        left = true;
        List<String> failures = new ArrayList<>();
        if (kept.isEmpty()) {
            return failures;
        }
        List<KnownControl> controls = table();
        for (int i = controls.size() - 1; i >= 0; i--) {
            Kept known = kept.remove(controls.get(i).name());
            if (known != null && controls.get(i) instanceof ChangeableControl control) {
                putBack(control, known, failures);
            }
        }
        return failures;
    }

    private void putBack(ChangeableControl control, Kept known, List<String> failures) {
        try {
            if (known.set().equals(control.read().value())) {
                control.write(known.found());
                tell(control, "was put back to " + known.found());
            }
        } catch (AllocatorException | IOException e) {
            failures.add(control.name() + " could not be put back to " + known.found() + ": " + reason(e));
        }
    }

    private List<Step> steps(Map<String, Object> wishes) throws Problem {
        ControlWishes.check(wishes, table());
        List<Step> steps = new ArrayList<>();
        try {
            for (KnownControl known : table()) {
                Object wish = wishes.get(known.name());
                if (wish != null && known instanceof ChangeableControl control) {
                    Object before = control.read().value();
                    if (before == null) {
                        throw ControlWishes.absent(control, ShownControl.isProfiling(allocator));
                    }
                    if (!before.equals(wish)) {
                        steps.add(new Step(control, before, wish));
                    }
                }
            }
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
        return steps;
    }

    private void undo(List<Step> done) {
        for (int i = done.size() - 1; i >= 0; i--) {
            Step step = done.get(i);
            try {
                step.control().write(step.before());
            } catch (AllocatorException | IOException e) {
                remember(step);
                tell(step.control(), "stays " + step.after() + ", since it could not be undone: " + reason(e));
            }
        }
    }

    /** What somebody else has set since ours is what was found. */
    private void remember(Step step) {
        Kept known = kept.get(step.control().name());
        Object found = known != null && known.set().equals(step.before()) ? known.found() : step.before();
        if (found.equals(step.after())) {
            kept.remove(step.control().name());
        } else {
            kept.put(step.control().name(), new Kept(found, step.after()));
        }
    }

    private void tell(KnownControl control, String what) {
        events.record(EventKind.CHANGE, control.name() + " " + what);
    }

    private static String reason(Exception e) {
        return e instanceof IOException failure ? FileFailure.reason(failure) : String.valueOf(e.getMessage());
    }

    private List<KnownControl> table() {
        List<KnownControl> controls = table;
        if (controls == null) {
            controls = ControlTable.of(allocator, dumps);
            table = controls;
        }
        return controls;
    }
}
