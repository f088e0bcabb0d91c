package io.jemscope.fleet.store;

import io.jemscope.history.TimeSpan;
import org.jspecify.annotations.Nullable;

/**
 * Which profiles a question is about: the newest one that each instance has in a span, or the oldest one.
 *
 * @param service the only service; null for all
 * @param isOldest whether it is the oldest profile of each instance
 */
public record Selection(TimeSpan span, @Nullable String service, boolean isOldest) {

    /** The newest profiles of a span, of all services or one. */
    public static Selection of(TimeSpan span, @Nullable String service) {
        return new Selection(span, service, false);
    }

    /** The oldest profiles of the same instances. */
    public Selection oldest() {
        return new Selection(span, service, true);
    }
}
