package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the dumps go that jemalloc names itself. A caller chooses between two places and never names one: the dumps' private
 * folder, and what the process began with. jemalloc doesn't tell what is set, so it is what was set here last. For one thread
 * at a time.
 */
final class PrefixControl implements ChangeableControl {

    private static final String ORIGINAL = "original";
    private static final String PRIVATE = "private";

    private final Allocator allocator;
    private final DumpStore dumps;
    private final String does;
    private String now = ORIGINAL;

    PrefixControl(Allocator allocator, DumpStore dumps, String does) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.does = does;
    }

    @Override
    public String name() {
        return Control.PROF_PREFIX.name();
    }

    @Override
    public String does() {
        return does;
    }

    @Override
    public Reading read() throws AllocatorException {
        return ShownControl.isProfiling(allocator) && original().isPresent() && allocator.offers(Control.PROF_PREFIX)
                ? Reading.of(now)
                : Reading.ABSENT;
    }

    private Optional<String> original() throws AllocatorException {
        return allocator.find(Control.OPT_PROF_PREFIX).orElse(Optional.empty());
    }

    @Override
    public boolean takes(@Nullable Object value) {
        return ORIGINAL.equals(value) || PRIVATE.equals(value);
    }

    @Override
    public String form() {
        return "\"" + PRIVATE + "\" or \"" + ORIGINAL + "\"";
    }

    @Override
    public void write(Object value) throws AllocatorException, IOException {
        boolean toPrivate = value.equals(PRIVATE);
        allocator.write(
                Control.PROF_PREFIX, toPrivate ? Optional.of(dumps.lend().toString()) : original());
        if (!toPrivate) {
            dumps.takeBack();
        }
        now = (String) value;
    }
}
