package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.CumulativeRounding;

/**
 * Rounds a series of amounts to whole numbers that a dump can have: no bytes without objects, and no objects without
 * bytes. The rounding error is carried into the next amount, so that sums stay right.
 */
final class WholeAmounts {

    private final CumulativeRounding bytes = new CumulativeRounding();
    private double objectsCarried;

    /**
     * A whole amount.
     *
     * @param objects how many blocks; 0 if and only if there are no bytes
     * @param bytes how many bytes
     */
    record Pair(long objects, long bytes) {}

    Pair round(Amount amount) {
        double most = LineScanner.LARGEST_NUMBER;
        long wholeBytes = bytes.round(Math.min(amount.bytes(), most));
        double wanted = Math.min(amount.objects(), most) + objectsCarried;
        long wholeObjects = wholeBytes == 0 ? 0 : Math.max(1, Math.round(wanted));
        objectsCarried = wanted - wholeObjects;
        return new Pair(wholeObjects, wholeBytes);
    }
}
