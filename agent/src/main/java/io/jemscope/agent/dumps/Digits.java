package io.jemscope.agent.dumps;

/** Numbers in names of files. */
final class Digits {

    private static final int MOST = 18;

    private Digits() {}

    /** The number that the text is from one place to another; -1 where there is anything but digits. */
    static long number(String text, int from, int to) {
        if (from >= to || to - from > MOST) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = 10 * number + (c - '0');
        }
        return number;
    }
}
