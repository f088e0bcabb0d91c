package io.jemscope.cli.recording;

import io.jemscope.cli.control.AgentState;
import io.jemscope.cli.control.ResidentText;
import io.jemscope.cli.terminal.ProgressLine;
import java.io.PrintStream;
import java.time.Duration;

/** A line on a terminal about a program that runs, once a second. Nothing where there is no terminal. */
final class LiveLine {

    private final ProgressLine line;
    private long lastSecond;

    LiveLine(PrintStream out, boolean enabled) {
        line = new ProgressLine(out, enabled);
    }

    /** Whether a new second has begun since the line was last written. */
    boolean isDue(Duration elapsed) {
        return line.isShown() && elapsed.toSeconds() > lastSecond;
    }

    void show(Duration elapsed, AgentState state) {
        line.show(text(elapsed, state));
        lastSecond = elapsed.toSeconds();
    }

    /** Writes other output where the line would be. */
    void aside(Runnable output) {
        line.aside(output);
    }

    void clear() {
        line.clear();
    }

    static String text(Duration elapsed, AgentState state) {
        return "jemscope: " + clock(elapsed) + ", " + ResidentText.progress(state);
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
