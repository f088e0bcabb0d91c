package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;

/**
 * The figures of one line of a dump, scaled: {@code C: B [AC: AB]}.
 *
 * @param live what is still held
 * @param accumulated what was ever asked for; nothing unless jemalloc ran with {@code prof_accum}
 */
record Figures(Amount live, Amount accumulated) {

    /**
     * Reads the figures.
     *
     * @param line the line, where the figures begin
     * @param scaling how raw figures become estimates
     * @return the estimates; the line stands behind the closing bracket
     * @throws FormatException where something else stands there
     */
    static Figures read(LineScanner line, Scaling scaling) throws FormatException {
        line.skipBlanks();
        long objects = line.decimal();
        line.expect(':');
        line.skipBlanks();
        long bytes = line.decimal();
        line.skipBlanks();
        line.expect('[');
        line.skipBlanks();
        long accumulatedObjects = line.decimal();
        line.expect(':');
        line.skipBlanks();
        long accumulatedBytes = line.decimal();
        line.skipBlanks();
        line.expect(']');
        return new Figures(scaling.scale(objects, bytes), scaling.scale(accumulatedObjects, accumulatedBytes));
    }

    boolean isNone() {
        return live.isNone() && accumulated.isNone();
    }
}
