package io.jemscope.httpd.auth;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Delays answers to addresses that send one wrong token after the other. A caller with a right token is never delayed, so
 * guesses from an address lock no other caller out. What is remembered is bounded: with more
 * addresses than that, those that haven't guessed for longest are forgotten.
 *
 * <p>Not safe for use by several threads.
 */
final class FailedLogins {

    /** What a person may mistype. */
    private static final int FREE = 10;

    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final int ADDRESSES = 256;

    private final Map<InetAddress, Window> windows = new LinkedHashMap<>(16, 0.75f, true);

    /** The wrong tokens of an address, since when. */
    private static final class Window {
        private long sinceNanos;
        private int count;
    }

    /**
     * Takes note of a wrong token.
     *
     * @return how many it makes in this minute
     */
    int add(InetAddress address, long nowNanos) {
        Window window = windows.get(address);
        if (window == null) {
            window = new Window();
            window.sinceNanos = nowNanos;
            windows.put(address, window);
            forgetOldest();
        }
        if (nowNanos - window.sinceNanos > WINDOW_NANOS) {
            window.sinceNanos = nowNanos;
            window.count = 0;
        }
        window.count = Math.min(window.count + 1, Integer.MAX_VALUE - 1);
        return window.count;
    }

    /** How long the answer to so many in a minute is held back. */
    static Duration wait(int count) {
        return count <= FREE ? Duration.ZERO : WAIT;
    }

    /** Whether this is the one that makes a guesser of a caller: worth a line, once a minute. */
    static boolean isRemarkable(int count) {
        return count == FREE + 1;
    }

    private void forgetOldest() {
        if (windows.size() > ADDRESSES) {
            windows.remove(windows.keySet().iterator().next());
        }
    }
}
