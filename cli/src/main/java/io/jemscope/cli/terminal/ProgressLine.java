package io.jemscope.cli.terminal;

import java.io.PrintStream;

/** One line on a terminal, rewritten while the user waits. Prints nothing without a terminal. */
public final class ProgressLine {

    /** To the line's begin, and delete the rest of it. */
    private static final String CLEAR = "\r\u001B[K";

    /** A line that is too long for the terminal must not go on in the next one, which would stay. */
    private static final String CUT_OFF = "\u001B[?7l";

    private static final String WRAP = "\u001B[?7h";

    private final PrintStream out;
    private final boolean enabled;
    private boolean shown;

    /**
     * Makes one.
     *
     * @param enabled whether that is a terminal
     */
    public ProgressLine(PrintStream out, boolean enabled) {
        this.out = out;
        this.enabled = enabled;
    }

    /**
     * Says whether anybody sees it.
     *
     * @return whether there is a terminal
     */
    public boolean isShown() {
        return enabled;
    }

    /**
     * Shows a text in place of the last one. The cursor goes back to the line's begin, so that other output starts there.
     *
     * @param text the text, in one line; cut off at the terminal's edge
     */
    public synchronized void show(String text) {
        if (enabled) {
            out.print(CLEAR + CUT_OFF + text + WRAP + "\r");
            out.flush();
            shown = true;
        }
    }

    /**
     * Takes the line away for other output, and keeps it away until that is written.
     *
     * @param output writes it, on whatever thread this is
     */
    public synchronized void aside(Runnable output) {
        clear();
        output.run();
    }

    /** Takes the line away. */
    public synchronized void clear() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
            shown = false;
        }
    }
}
