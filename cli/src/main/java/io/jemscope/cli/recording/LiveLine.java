package io.jemscope.cli.recording;

import io.jemscope.cli.control.AgentState;
import io.jemscope.report.Units;
import java.io.PrintStream;
import java.time.Duration;

/** One line on a terminal that is written anew again and again while a program runs. Nothing where there is no terminal. */
final class LiveLine {

    /** To the line's begin, and delete the rest of it. */
    private static final String CLEAR = "\r\u001B[K";

    private final PrintStream out;
    private final boolean enabled;
    private boolean shown;
    private long lastSecond;

    LiveLine(PrintStream out, boolean enabled) {
        this.out = out;
        this.enabled = enabled;
    }

    /** Whether a new second has begun since the line was last written. */
    boolean isDue(Duration elapsed) {
        return enabled && elapsed.toSeconds() > lastSecond;
    }

    void show(Duration elapsed, AgentState state) {
        if (enabled) {
            // The cursor goes back to the begin, so that the program's next output starts a line.
            out.print(CLEAR + text(elapsed, state) + "\r");
            out.flush();
            shown = true;
            lastSecond = elapsed.toSeconds();
        }
    }

    void clear() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
            shown = false;
        }
    }

    static String text(Duration elapsed, AgentState state) {
        return "jemscope: " + clock(elapsed) + ", allocated "
                + Units.bytes(state.allocatedBytes()) + ", resident " + Units.bytes(state.residentBytes()) + ", "
                + Units.count(state.samples()) + " samples";
    }

    /** Minutes and seconds, and hours where there are any: a width that doesn't jump. */
    private static String clock(Duration elapsed) {
        String hours = elapsed.toHours() == 0 ? "" : elapsed.toHours() + ":";
        return hours + twoDigits(elapsed.toMinutesPart()) + ":" + twoDigits(elapsed.toSecondsPart());
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
