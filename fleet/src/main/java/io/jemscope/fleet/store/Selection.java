package io.jemscope.fleet.store;

import io.jemscope.history.TimeSpan;
import org.jspecify.annotations.Nullable;

/**
 * Which profiles a question is about: the newest one that each instance has in a span.
 *
 * @param service the only service; null for all
 * @param alsoIn only instances that have a profile in this span, too; null for all
 */
public record Selection(
        TimeSpan span, @Nullable String service, @Nullable TimeSpan alsoIn) {

    /** The profiles of a span, of all services or one. */
    public static Selection of(TimeSpan span, @Nullable String service) {
        return new Selection(span, service, null);
    }

    /** The same of those instances only that have a profile in another span, too. */
    public Selection alsoIn(TimeSpan other) {
        return new Selection(span, service, other);
    }
}
