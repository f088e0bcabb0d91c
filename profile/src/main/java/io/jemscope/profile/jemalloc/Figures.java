package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;

/**
 * The figures of one line of a dump, scaled.
 *
 * @param live what is still held
 * @param accumulated what was ever asked for; nothing unless jemalloc ran with {@code prof_accum}
 */
record Figures(Amount live, Amount accumulated) {

    static final Figures NONE = new Figures(Amount.NONE, Amount.NONE);

    boolean isNone() {
        return live.isNone() && accumulated.isNone();
    }
}
