package io.jemscope.stress;

import java.util.Locale;

/**
 * What came of a target's own work.
 *
 * @param seconds how many whole seconds it was counted
 * @param operations how much was done
 * @param least how much was done in the second in which least was
 * @param p99Micros how long 99 of 100 pieces of it took at most, in microseconds
 */
record WorkFigures(int seconds, long operations, int least, double p99Micros) {

    /** As {@link #parse} takes it. */
    String text() {
        return seconds + " " + operations + " " + least + " " + p99Micros;
    }

    static WorkFigures parse(String text) {
        String[] words = text.split(" ", -1);
        return new WorkFigures(
                Integer.parseInt(words[0]),
                Long.parseLong(words[1]),
                Integer.parseInt(words[2]),
                Double.parseDouble(words[3]));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.0f/s in %d s, %d in the worst second, p99 %.0f us",
                (double) operations / seconds,
                seconds,
                least,
                p99Micros);
    }
}
