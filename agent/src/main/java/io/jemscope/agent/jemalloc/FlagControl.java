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
 * @param watch what switches it, so that it doesn't stay on without an end; null if it is written directly
 */
record FlagControl(
        Allocator allocator,
        Control<Boolean> control,
        @Nullable HighWaterWatch watch,
        String does) implements ChangeableControl {

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
        if (watch == null) {
            allocator.write(control, (Boolean) value);
        } else {
            watch.switchTo((Boolean) value);
        }
    }
}
