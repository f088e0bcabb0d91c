package io.jemscope.agent.jemalloc;

import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A control that callers change here. What it is given is what {@link #read} then gives. */
public interface ChangeableControl extends KnownControl {

    /** Whether it could be that: of its kind, and in its range. */
    boolean takes(@Nullable Object value);

    /** The values that it takes, in half a sentence. */
    String form();

    /** Makes it that, which it takes. */
    void write(Object value) throws AllocatorException, IOException;
}
