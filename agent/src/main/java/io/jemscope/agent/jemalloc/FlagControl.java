package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import org.jspecify.annotations.Nullable;

/**
 * A control that is on or off.
 *
 * @param allocator whose it is
 * @param control what is read and written
 */
record FlagControl(Allocator allocator, Control<Boolean> control, String does) implements ChangeableControl {

    @Override
    public String name() {
        return control.name();
    }

    @Override
    public Reading read() throws AllocatorException {
        return ShownControl.read(allocator, control);
    }

    @Override
    public boolean takes(@Nullable Object value) {
        return value instanceof Boolean;
    }

    @Override
    public String form() {
        return "true or false";
    }

    @Override
    public void write(Object value) throws AllocatorException {
        allocator.write(control, (Boolean) value);
    }
}
