package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.AllocatorException;
import org.jspecify.annotations.Nullable;

/**
 * {@code prof.gdump}, which doesn't stay on without an end.
 *
 * @param flag as it is read
 * @param watch what switches it
 */
record HighWaterControl(FlagControl flag, HighWaterWatch watch) implements ChangeableControl {

    @Override
    public String name() {
        return flag.name();
    }

    @Override
    public String does() {
        return flag.does();
    }

    @Override
    public Reading read() throws AllocatorException {
        return flag.read();
    }

    @Override
    public boolean takes(@Nullable Object value) {
        return flag.takes(value);
    }

    @Override
    public String form() {
        return flag.form();
    }

    @Override
    public void write(Object value) throws AllocatorException {
        watch.switchTo((Boolean) value);
    }
}
