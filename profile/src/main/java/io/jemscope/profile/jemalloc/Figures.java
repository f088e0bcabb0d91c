package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;

/**
 * The figures of one line of a dump, scaled.
 *
 * @param live memory in use
 * @param accumulated all memory that was allocated, freed or not; none unless jemalloc ran with {@code prof_accum}
 */
record Figures(Amount live, Amount accumulated) {

    static final Figures NONE = new Figures(Amount.NONE, Amount.NONE);

    boolean isNone() {
        return live.isNone() && accumulated.isNone();
    }
}
