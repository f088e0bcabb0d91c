package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.util.Optional;

/**
 * A control that is shown here and changed, if at all, at another address.
 *
 * @param allocator whose it is
 * @param control what is read
 */
record ShownControl(Allocator allocator, Control<?> control, String does) implements KnownControl {

    @Override
    public String name() {
        return control.name();
    }

    @Override
    public Reading read() throws AllocatorException {
        return read(allocator, control);
    }

    /** Of a process without profiling jemalloc tells values that mean nothing. */
    static Reading read(Allocator allocator, Control<?> control) throws AllocatorException {
        if (control.name().startsWith("prof.") && !isProfiling(allocator)) {
            return Reading.ABSENT;
        }
        Optional<?> value = allocator.find(control);
        return value.isPresent() ? Reading.of(value.get()) : Reading.ABSENT;
    }

    static boolean isProfiling(Allocator allocator) throws AllocatorException {
        return allocator.find(Control.OPT_PROF).orElse(false);
    }
}
