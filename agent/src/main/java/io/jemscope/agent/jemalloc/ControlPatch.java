package io.jemscope.agent.jemalloc;

import io.jemscope.agent.config.EditDistance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What callers want of controls, and what is wrong with it. */
final class ControlPatch {

    private static final String LIST = "GET /api/v1/controls lists all of them.";

    private ControlPatch() {}

    /** Refuses wishes of which one is a slip: of no control's name, for one that isn't changed here, of another kind. */
    static void check(Map<String, Object> wishes, List<KnownControl> table) throws ControlException {
        if (wishes.isEmpty()) {
            throw new ControlException(false, "no control is named", "Send {\"NAME\":VALUE}. " + LIST);
        }
        for (Map.Entry<String, Object> wish : wishes.entrySet()) {
            KnownControl known = find(wish.getKey(), table);
            if (known == null) {
                throw new ControlException(
                        false,
                        "there is no control " + wish.getKey() + "; the nearest is " + nearest(wish.getKey(), table),
                        "Correct the name. " + LIST);
            }
            if (!(known instanceof ChangeableControl control)) {
                throw new ControlException(false, known.name() + " isn't changed here", known.does());
            }
            if (!control.takes(wish.getValue())) {
                throw new ControlException(
                        false, control.name() + " can't be " + wish.getValue(), "Send " + control.form() + ".");
            }
        }
    }

    /** For a control that isn't there. {@code profiling}: whether that is on; empty where jemalloc is built without it. */
    static ControlException absent(KnownControl control, Optional<Boolean> profiling) {
        String name = control.name();
        if (name.startsWith("prof.") && profiling.isEmpty()) {
            return new ControlException(
                    true,
                    name + " isn't there, since this jemalloc was built without heap profiling",
                    "Run the program on a jemalloc that was configured with --enable-prof, such as Debian's libjemalloc2.");
        }
        if (name.startsWith("prof.") && !profiling.get()) {
            return new ControlException(
                    true,
                    name + " isn't there, since heap profiling isn't on in this process",
                    "Start the program with MALLOC_CONF=prof:true in its environment.");
        }
        return new ControlException(
                true,
                "this build of jemalloc has no " + name,
                "Leave it out, or run the program on a newer jemalloc, such as Debian's libjemalloc2.");
    }

    private static @Nullable KnownControl find(String name, List<KnownControl> table) {
        for (KnownControl control : table) {
            if (control.name().equals(name)) {
                return control;
            }
        }
        return null;
    }

    private static String nearest(String name, List<KnownControl> table) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (KnownControl control : table) {
            int distance = EditDistance.between(name, control.name());
            if (distance < least) {
                least = distance;
                nearest = control.name();
            }
        }
        return nearest;
    }
}
