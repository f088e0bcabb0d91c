package io.jemscope.fleet.store;

import io.jemscope.history.TimeSpan;
import org.jspecify.annotations.Nullable;

/**
 * Which profiles a question is about: the newest one that each instance has in a span, or the oldest one.
 *
 * @param service the only service; null for all
 * @param alsoIn only instances that have a profile in this span, too; null for all
 * @param isOldest whether it is the oldest profile of each instance
 */
public record Selection(
        TimeSpan span, @Nullable String service, @Nullable TimeSpan alsoIn, boolean isOldest) {

    /** The newest profiles of a span, of all services or one. */
    public static Selection of(TimeSpan span, @Nullable String service) {
        return new Selection(span, service, null, false);
    }

    /** The same of those instances only that have a profile in another span, too. */
    public Selection alsoIn(TimeSpan other) {
        return new Selection(span, service, other, isOldest);
    }

    /** The oldest profiles of the same instances. */
    public Selection oldest() {
        return new Selection(span, service, alsoIn, true);
    }
}
