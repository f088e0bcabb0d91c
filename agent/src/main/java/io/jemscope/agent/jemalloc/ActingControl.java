package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;

/**
 * A control without a value, which acts. Callers reach it at another address.
 *
 * @param allocator whose it is
 */
record ActingControl(Allocator allocator, String name, String does) implements KnownControl {

    @Override
    public Reading read() throws AllocatorException {
        return new Reading(isThere(), null);
    }

    private boolean isThere() throws AllocatorException {
        if (name.equals(Control.PROF_RESET.name())) {
            // There is one wherever there is a rate.
            return ShownControl.read(allocator, Control.PROF_LG_SAMPLE).available();
        }
        // Reading the control that ends a log would end one, so this looks for the one that begins it.
        return ShownControl.isProfiling(allocator) && allocator.offers(Control.PROF_LOG_START);
    }
}
