package io.jemscope.testkit.truth;

import io.jemscope.testkit.Ledger;
import java.util.Random;

/**
 * What a program of known truth runs with.
 *
 * @param random its only source of chance
 * @param bytesASecond how fast it leaks; a program without a leak holds as much as such a leak does in half the run
 * @param seconds how long it runs
 * @param ledger where it writes each line that leaks
 */
public record Setting(Random random, double bytesASecond, double seconds, Ledger ledger) {

    /** What a program without a leak holds at most, or about that. */
    double heldBytes() {
        return bytesASecond * seconds / 2;
    }

    /** A block's size: each doubling from 256 bytes to 8 KiB is as likely. */
    int blockBytes() {
        return (int) (256 * Math.pow(2, 5 * random.nextDouble()));
    }
}
