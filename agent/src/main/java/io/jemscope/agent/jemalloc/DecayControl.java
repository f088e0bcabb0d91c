package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For how long unused pages are kept. jemalloc has a time for arenas to come and one for each that exists; a change
 * means both. So the arenas that have the common time follow it. Those that had a time of their own before the first
 * change keep theirs, such as the one for huge blocks, which jemalloc gives back at once. For one thread at a time.
 */
final class DecayControl implements ChangeableControl {

    /** jemalloc's "never". */
    private static final long NEVER = -1;

    /** A year. jemalloc takes centuries, which is more likely a slip. */
    private static final long MOST_MILLIS = 365L * 24 * 60 * 60 * 1000;

    private final Allocator allocator;
    private final Control<Long> common;
    private final String does;
    private @Nullable Set<Long> apart;

    DecayControl(Allocator allocator, Control<Long> common, String does) {
        this.allocator = allocator;
        this.common = common;
        this.does = does;
    }

    @Override
    public String name() {
        return common.name();
    }

    @Override
    public String does() {
        return does;
    }

    @Override
    public Reading read() throws AllocatorException {
        return ShownControl.read(allocator, common);
    }

    @Override
    public boolean takes(@Nullable Object value) {
        return value instanceof Long millis && millis >= NEVER && millis <= MOST_MILLIS;
    }

    @Override
    public String form() {
        return "a whole number of milliseconds, a year at most; 0 is at once, -1 never";
    }

    @Override
    public void write(Object value) throws AllocatorException {
        long millis = (Long) value;
        long before = allocator.read(common);
        long arenas = allocator.read(Control.ARENAS_NARENAS);
        Set<Long> ofTheirOwn = apart(arenas, before);
        // The arenas to come first: one that begins now is then among those that follow, or has the new time already.
        allocator.write(common, millis);
        for (long arena = 0; arena < arenas; arena++) {
            if (!ofTheirOwn.contains(arena)) {
                follow(arena, before, millis);
            }
        }
    }

    private void follow(long arena, long before, long millis) throws AllocatorException {
        Long known = millis(arena);
        if (known != null && known == before) {
            try {
                allocator.write(control(arena), millis);
            } catch (AllocatorException e) {
                // Gone since it was read. What jemalloc doesn't take as a time it has refused before.
                if (e.kind() != AllocatorException.Kind.REFUSED) {
                    throw e;
                }
            }
        }
    }

    private Set<Long> apart(long arenas, long common) throws AllocatorException {
        Set<Long> found = apart;
        if (found == null) {
            found = new HashSet<>();
            for (long arena = 0; arena < arenas; arena++) {
                Long known = millis(arena);
                if (known != null && known != common) {
                    found.add(arena);
                }
            }
            apart = found;
        }
        return found;
    }

    /** An arena's time; null where none of that number is in use. */
    private @Nullable Long millis(long arena) throws AllocatorException {
        try {
            return allocator.read(control(arena));
        } catch (AllocatorException e) {
            if (e.kind() == AllocatorException.Kind.REFUSED || e.kind() == AllocatorException.Kind.NOT_AVAILABLE) {
                return null;
            }
            throw e;
        }
    }

    private Control<Long> control(long arena) {
        return Control.signedSize("arena." + arena + common.name().substring("arenas".length()));
    }
}
