package io.jemscope.agent.jemalloc;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What controls were before this agent changed them. A change is noted before it is made, so that whatever comes between, such
 * as a Java heap without room, it can be put back. For one thread that changes it at a time.
 */
final class FoundControls {

    /**
     * A control that was changed here.
     *
     * @param set what was made of it here
     */
    record Kept(Object found, Object set) {}

    private final Map<String, Kept> kept = new HashMap<>();

    /** What was found of a control that still is what was made of it here; null for none. */
    @Nullable
    Kept of(String name, @Nullable Object now) {
        Kept known = kept.get(name);
        return known != null && known.set().equals(now) ? known : null;
    }

    /** Notes a change that will be made, and answers what {@link #undone} has to be told. */
    @Nullable
    Kept begin(ControlChange change) {
        String name = change.control().name();
        // What another tool has set since our change is what was found.
        Kept known = of(name, change.before());
        return kept.put(name, new Kept(known == null ? change.before() : known.found(), change.after()));
    }

    /** The change was made. One that goes back to what was found leaves nothing to put back. */
    void done(ControlChange change) {
        String name = change.control().name();
        Kept known = kept.get(name);
        if (known != null && known.found().equals(known.set())) {
            kept.remove(name);
        }
    }

    /** The change wasn't made, or was undone. */
    void undone(ControlChange change, @Nullable Kept before) {
        String name = change.control().name();
        if (before == null) {
            kept.remove(name);
        } else {
            kept.put(name, before);
        }
    }

    /** It was put back, or another tool has changed it. */
    void forget(String name) {
        kept.remove(name);
    }

    boolean has(String name) {
        return kept.containsKey(name);
    }

    boolean isEmpty() {
        return kept.isEmpty();
    }
}
